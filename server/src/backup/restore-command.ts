import { restoreBackup } from './restore-backup.ts';
import { printFiles, megabytes, runCommand } from './run-command.ts';

/** `npm run restore -- <folder>`: fills an empty database and an empty storage, and prints what the backup contained. */
await runCommand('Usage: npm run restore -- <folder of a backup>', async ({ databaseUrl, storage, folder, log }) => {
  const { manifest, accounts, sets, films, missing } = await restoreBackup(databaseUrl, storage, folder, log);
  const { madeAt, files } = manifest;
  process.stdout.write(
    `Restored the backup of ${madeAt}: ${accounts} accounts, ${sets} sets, ${films} finished films; ${files.length} files (${megabytes(files)}), all with the hashes of the backup.\n`,
  );
  printFiles('Files that rows refer to and that the backup lacks', missing);
});
