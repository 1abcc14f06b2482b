import { csvTable, readInBatches } from '../../../platform/csv/csv-table.ts';
import type { Queryable } from '../../../platform/database/db.ts';
import { exportedTitles, findSought, nextUsers, type UserFilter } from './user-list.queries.ts';

/** Every user who matches, as lines of CSV. */
export async function userTable(db: Queryable, filter: UserFilter): Promise<AsyncIterable<string>> {
  const sought = await findSought(db, filter);
  return csvTable(
    exportedTitles,
    readInBatches((place) => nextUsers(db, sought, place)),
  );
}
