/** How long a call may take when nothing else is said: ten minutes. */
export const defaultCallTimeoutMs = 600_000;
