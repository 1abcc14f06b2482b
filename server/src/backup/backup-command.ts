import { makeBackup } from './make-backup.ts';
import { printFiles, megabytes, runCommand } from './run-command.ts';

/** `npm run backup -- <folder>`: database and files into a new folder, while the product runs or not. */
await runCommand('Usage: npm run backup -- <new or empty folder>', async ({ databaseUrl, storage, folder }) => {
  const { tables, files, lost, damaged } = await makeBackup(databaseUrl, storage, folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `Backed up to ${folder}: ${rows} rows of ${tables.length} tables, ${files.length} files (${megabytes(files)}).\n`,
  );
  printFiles('Complete but for files that rows refer to and that are not in storage', lost);
  printFiles('Copied, but changed since they were stored', damaged);
});
