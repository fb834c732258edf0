import { answer } from "./workload.mjs";

/** A provider that promptfoo's command line loads by its path. */
export default class Provider {
  id() {
    return "workload";
  }

  async callApi(prompt) {
    return { output: await answer(prompt), tokenUsage: { total: 25, prompt: 20, completion: 5 } };
  }
}
