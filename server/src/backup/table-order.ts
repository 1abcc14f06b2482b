export interface TableName {
  schema: string;
  name: string;
}

/** One table's rows refer to another's; names as PostgreSQL prints them, without the schema where that is `public`. */
export interface Reference {
  from: string;
  to: string;
}

/** Sorts tables so that each comes after those that its foreign keys refer to. */
export function sortByReferences<T extends TableName>(tables: readonly T[], references: readonly Reference[]): T[] {
  const ordered: T[] = [];
  const placed = new Set<string>();
  let rest = [...tables];
  while (rest.length > 0) {
    const ready = rest.filter((table) =>
      references.every(({ from, to }) => from !== printed(table) || to === from || placed.has(to)),
    );
    if (ready.length === 0)
      throw new Error(`These tables refer to each other in a circle: ${rest.map(printed).join(', ')}`);
    for (const table of ready) placed.add(printed(table));
    ordered.push(...ready);
    rest = rest.filter((table) => !placed.has(printed(table)));
  }
  return ordered;
}

function printed({ schema, name }: TableName): string {
  return schema === 'public' ? name : `${schema}.${name}`;
}
