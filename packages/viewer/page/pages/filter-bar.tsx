import type { GridView } from "../../src/contract/index.ts";
import type { GridFilter } from "../grid/grid-model.ts";
import { optionNames } from "../parts/fit-text.ts";
import { useSearchField } from "../parts/search-field.ts";
import { useNarrow } from "../parts/use-narrow.ts";

/** Which cells are shown, and in what order. */
export function FilterBar(props: {
  grid: GridView;
  filter: GridFilter;
  onChange: (change: Partial<GridFilter>) => void;
}) {
  const { grid, filter, onChange } = props;
  const field = useSearchField();
  const narrow = useNarrow();
  const categories = [
    ...new Set(grid.tasks.flatMap(({ category }) => (category === null ? [] : [category]))),
  ];
  const [subjectNames, categoryNames] = [optionNames(grid.subjects, narrow), optionNames(categories, narrow)];
  return (
    <div class="filters">
      <input
        ref={field}
        type="search"
        placeholder="task"
        aria-label="Search tasks"
        value={filter.text}
        onInput={(event) => onChange({ text: event.currentTarget.value })}
      />
      <select
        aria-label="Subject"
        value={filter.subject}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      >
        <option value="">all subjects</option>
        {grid.subjects.map((name, at) => (
          <option key={name} value={name}>
            {subjectNames[at]}
          </option>
        ))}
      </select>
      {categories.length > 1 && (
        <select
          aria-label="Category"
          value={filter.category}
          onChange={(event) => onChange({ category: event.currentTarget.value })}
        >
          <option value="">all categories</option>
          {categories.map((name, at) => (
            <option key={name} value={name}>
              {categoryNames[at]}
            </option>
          ))}
        </select>
      )}
      <select
        aria-label="Order"
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as GridFilter["sort"] })}
      >
        <option value="order">in their order</option>
        <option value="hardest">hardest first</option>
        <option value="split">most split first</option>
      </select>
    </div>
  );
}
