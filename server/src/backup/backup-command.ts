import { makeBackup } from './make-backup.ts';
import { complain, megabytes, runCommand } from './run-command.ts';

/** `npm run backup -- <folder>`: database and files into a new folder, while the product runs or not. */
await runCommand('Usage: npm run backup -- <new or empty folder>', async ({ databaseUrl, storage, folder }) => {
  const { tables, files, lost, damaged } = await makeBackup(databaseUrl, storage, folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `Backed up to ${folder}: ${rows} rows of ${tables.length} tables, ${files.length} files (${megabytes(files)}).\n`,
  );
  complain('Whole but for files that rows name and that are not in storage', lost);
  complain('Copied as they are, but not as they were stored', damaged);
});
