import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Where the focus goes with a panel: into it when it lies over the page, so that Tab does not go on behind it; and when
 * it is closed from inside, back to what opened it, which for a square is the one that is open now.
 */
export function usePanelFocus(head: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const panel = head.current?.closest<HTMLElement>("aside");
    if (!panel) return;
    const opener = document.activeElement;
    if (getComputedStyle(panel).position === "fixed") head.current?.focus({ preventScroll: true });
    return () => {
      const inside = document.activeElement === document.body || panel.contains(document.activeElement);
      if (!inside) return;
      const row = opener instanceof HTMLElement && opener.matches(".list-row, a") && opener.isConnected;
      const back = row ? opener : document.querySelector<HTMLElement>(".cells .sq[tabindex='0']");
      back?.focus({ preventScroll: true });
    };
  }, []);
}
