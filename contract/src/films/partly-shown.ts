import * as z from 'zod/mini';

/** How many show an effect that not everybody in a photo shows: faces, or the hands that wave. */
export const whoShows = z.object({ count: z.int(), of: z.enum(['faces', 'hands']) });
export type WhoShows = z.output<typeof whoShows>;

/** The same with the number of faces in the photo. */
export const partlyShown = z.extend(whoShows, { total: z.int() });
export type PartlyShown = z.output<typeof partlyShown>;
