import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const DEMO = join(dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')), 'demo');

/**
 * Group photos from the detector's package. The effects were tuned on the `tuning` part; the rest was held out. The
 * fifth was held out at first, but face detection was later developed with it.
 */
export const SAMPLE_PHOTOS = [
  { part: 'tuning', path: join(DEMO, 'sample1.jpg') },
  { part: 'tuning', path: join(DEMO, 'sample2.jpg') },
  { part: 'tuning', path: join(DEMO, 'sample5.jpg') },
  { part: 'tuning', path: join(DEMO, 'sample6.jpg') },
  { part: 'held back', path: join(DEMO, 'sample3.jpg') },
  { part: 'held back', path: join(DEMO, 'sample4.jpg') },
] as const;
