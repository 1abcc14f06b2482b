import { csvTable, readInBatches } from '../../../platform/csv/csv-table.ts';
import type { Queryable } from '../../../platform/database/db.ts';
import { exportedTitles, findUserMatches, nextUsers, type UserFilter } from './user-list.queries.ts';

/** Every matching user, as lines of CSV. */
export async function userTable(db: Queryable, filter: UserFilter): Promise<AsyncIterable<string>> {
  const searchMatches = await findUserMatches(db, filter);
  return csvTable(
    exportedTitles,
    readInBatches((place) => nextUsers(db, searchMatches, place)),
  );
}
