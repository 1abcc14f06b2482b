export interface Recent {
  add(key: string): void;
  has(key: string): boolean;
}

/** A set that keeps the `size` keys added last. */
export function createRecent(most: number): Recent {
  const keys = new Set<string>();
  return {
    has: (key) => keys.has(key),
    add: (key) => {
      keys.delete(key);
      keys.add(key);
      const [oldest] = keys;
      if (keys.size > most && oldest !== undefined) keys.delete(oldest);
    },
  };
}
