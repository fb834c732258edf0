const key = "x-view-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** Puts the theme in force that the reader chose, else that of the system, and follows it when it changes. */
export function applyTheme(): void {
  const apply = () => {
    document.documentElement.dataset.theme = chosen() ?? (system.matches ? "dark" : "light");
  };
  apply();
  system.addEventListener("change", apply);
}

/** From what is seen now to the other. */
export function toggleTheme(): void {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // It holds until the page is closed.
  }
}

/** A page in a file may have nowhere to remember it. */
function chosen(): "light" | "dark" | null {
  try {
    const value = localStorage.getItem(key);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null;
  }
}
