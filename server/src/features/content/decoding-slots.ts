import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { createWeightedSlots } from './weighted-slots.ts';

// The decoders for other types stay shut for the whole process, whatever a file pretends to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((type) => [`VipsForeignLoad${type}File`, `VipsForeignLoad${type}Buffer`]),
});
// What is read twice is read minutes apart: kept results would only cost memory.
sharp.cache(false);

const atOnce = Math.min(4, Math.max(2, availableParallelism()));

/**
 * Where a photo waits for its turn to be decoded; it weighs its pixels. As many at once as there are processors, at most four; pictures
 * beyond 12 megapixels take the room of several, for their memory.
 */
export const decodingSlots = createWeightedSlots(atOnce * 12_000_000, atOnce);
