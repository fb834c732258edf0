import { nameText } from "./format.ts";

/**
 * A name in a line that may have no room for it. Then it loses first what others begin with as well, `shared` signs as
 * `sharedStarts` of all shown names has them. It is read out and copied as the one text that it is.
 */
export function CutName({ name, shared = 0 }: { name: string; shared: number | undefined }) {
  const text = nameText(name);
  if (shared === 0)
    return (
      <span class="cut" title={text}>
        {text}
      </span>
    );
  return (
    <span class="cut parted" title={text} data-start={text.slice(0, shared)} data-end={text.slice(shared)}>
      <span>{text}</span>
    </span>
  );
}
