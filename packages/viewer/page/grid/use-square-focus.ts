import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Moves the focus from square to square. `want` names the place that is to have it: it does with the next page that is
 * put together when its square is there, else when `settle`, called after rows were made, finds it.
 */
export function useSquareFocus(box: RefObject<HTMLElement | null>): {
  want: (place: number) => void;
  settle: () => void;
} {
  const wanted = useRef(-1);
  const settle = () => {
    if (wanted.current < 0) return;
    const found = box.current?.querySelector<HTMLElement>(`[data-place="${wanted.current}"]`);
    if (!found) return;
    wanted.current = -1;
    found.focus();
  };
  useLayoutEffect(settle);
  return {
    want: (place) => {
      wanted.current = place;
    },
    settle,
  };
}
