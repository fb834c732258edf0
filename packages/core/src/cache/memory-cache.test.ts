import { responseCacheConformance } from "../../test/conformance/response-cache.ts";
import { createMemoryCache } from "./memory-cache.ts";

responseCacheConformance("createMemoryCache", () => ({ cache: createMemoryCache() }));
