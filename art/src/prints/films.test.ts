import assert from 'node:assert/strict';
import { test } from 'vitest';
import sharp from 'sharp';
import { films, filmSeconds } from './films.ts';

for (const { name, draw } of films) {
  test(`${name}: the film begins and ends with the still and moves between`, () => {
    assert.equal(draw(480, filmSeconds - 0.05), draw(480));
    assert.notEqual(draw(480, filmSeconds / 2), draw(480));
  });

  test(`${name}: every part the picture refers to is drawn in it, once`, () => {
    const picture = draw(480, filmSeconds / 2);
    const ids = [...picture.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    assert.equal(new Set(ids).size, ids.length);
    const wanted = [...picture.matchAll(/url\(#([^)]+)\)/g)].map((match) => match[1]);
    assert.deepEqual(
      [...new Set(wanted)].filter((id) => !ids.includes(id)),
      [],
    );
    assert.ok(!/NaN|undefined/.test(picture));
  });

  test(`${name}: the print is 5 wide to 6 high`, async () => {
    const { width, height } = await sharp(Buffer.from(draw(240))).metadata();
    assert.deepEqual([width, height], [240, 288]);
  });
}
