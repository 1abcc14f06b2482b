import { sql, type Compilable, type RawBuilder } from 'kysely';
import type { Queryable } from './db.ts';

/** The arguments with which a prepared statement is built: placeholders for the values of each run. */
export type Placeholders<Args> = { readonly [Name in keyof Args]: RawBuilder<Args[Name]> };

class Placeholder {
  readonly argument: string;

  constructor(argument: string) {
    this.argument = argument;
  }
}

/**
 * Compiles a statement once, at its first run. Compiling takes 20 to 40 µs, a sixth of a simple request. Use it for statements of calls that every
 * page makes or repeats. The SQL text must be the same for all arguments.
 */
export function prepared<Args extends object, Row>(
  build: (db: Queryable, args: Placeholders<Args>) => Compilable<Row>,
): (db: Queryable, args: Args) => Promise<Row[]> {
  let compiled: ReturnType<Compilable<Row>['compile']> | undefined;
  return async (db, args) => {
    compiled ??= build(db, placeholders<Args>()).compile();
    const values = new Map<string, unknown>(Object.entries(args));
    const parameters = compiled.parameters.map((value) => {
      if (!(value instanceof Placeholder)) return value;
      if (!values.has(value.argument)) throw new TypeError(`A prepared statement lacks its argument ${value.argument}`);
      return values.get(value.argument);
    });
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

function placeholders<Args extends object>(): Placeholders<Args> {
  return new Proxy({} as Placeholders<Args>, {
    get: (_, argument) => sql.val(new Placeholder(String(argument))),
  });
}
