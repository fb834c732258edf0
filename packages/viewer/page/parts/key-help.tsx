import { useLayoutEffect, useRef } from "preact/hooks";

const keys: readonly (readonly [string, string])[] = [
  ["/", "search"],
  ["↑ ↓ ← →", "from cell to cell, in the grid"],
  ["Enter", "open the cell; keep the labels, when labelling"],
  ["j, k", "next and previous cell, as they are shown"],
  ["f", "next cell that did not pass"],
  ["Esc", "close the cell"],
  ["y, n, u", "met, not met, cannot tell, when labelling"],
  ["?", "this list"],
];

/** What the keyboard can do. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label="Keys" onClose={onClose}>
      <h2>Keys</h2>
      <dl class="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </dialog>
  );
}
