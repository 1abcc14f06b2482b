import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const DEMO = join(dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')), 'demo');

/**
 * The photos that come with the detector, all of them of groups. The effects were tuned on one part; the other was held
 * back. The fifth was held back at first, but the finding of faces was built with it.
 */
export const SAMPLE_PHOTOS = [
  { part: 'tuning', path: join(DEMO, 'sample1.jpg') },
  { part: 'tuning', path: join(DEMO, 'sample2.jpg') },
  { part: 'tuning', path: join(DEMO, 'sample5.jpg') },
  { part: 'tuning', path: join(DEMO, 'sample6.jpg') },
  { part: 'held back', path: join(DEMO, 'sample3.jpg') },
  { part: 'held back', path: join(DEMO, 'sample4.jpg') },
] as const;
