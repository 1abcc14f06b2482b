const hour = 3_600_000;
const day = 24 * hour;

/** How long a session lasts without use, and in all; in milliseconds. An administrator's is short: it opens everything. */
export const sessionLife = {
  User: { idleMs: 7 * day, absoluteMs: 30 * day },
  Admin: { idleMs: hour, absoluteMs: 12 * hour },
} as const;
