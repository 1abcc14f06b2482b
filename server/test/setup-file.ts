import { registerFileCleanup } from './after-file.ts';

registerFileCleanup();
