import { render } from "preact";
import { App } from "./app.tsx";
import { applyTheme } from "./parts/theme.ts";
import "./styles.css";

applyTheme();
render(<App />, document.getElementById("app")!);
