import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Somebody wants to search, and the page that is on its way has the field for it. */
let wanted = false;

/** Puts the focus into the search field of the page. Without one it waits for the next that is made; false then. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("input[type=search]");
  field?.focus();
  wanted = field === null;
  return field !== null;
}

/** For a search field: it takes the focus when it is made, if it was waited for. */
export function useSearchField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement | null>(null);
  useLayoutEffect(() => {
    if (wanted) field.current?.focus();
    wanted = false;
  }, []);
  return field;
}
