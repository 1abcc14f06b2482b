import { join } from 'node:path';

/** Photographs of people, from a development dependency: one person, several people, and so on. */
export const samplePhotos = [1, 2, 3, 4, 5].map((number) =>
  join(import.meta.dirname, `../../node_modules/@vladmandic/face-api/demo/sample${number}.jpg`),
) as [string, string, string, string, string];

/** A photograph of one person. */
export const [singlePhoto, groupPhoto] = samplePhotos;
