import { createPreviewServer } from './preview-server.ts';

/** The process that `npm run mails` restarts at every change. */
const port = Number(process.argv[2]);
createPreviewServer().listen(port, '127.0.0.1', () => {
  process.stdout.write(`The mails are on http://localhost:${port}\n`);
});
