import assert from 'node:assert/strict';
import { test } from 'vitest';
import { effectNeed } from '../../../renderer/src/core/effects.ts';
import { agePictureWhole } from './aged-print.ts';
import { galleryPrints, heroPrints } from './site-prints.ts';

for (const print of [...galleryPrints(), ...heroPrints()]) {
  test(`${print.name}: every part the picture refers to is drawn in it, once`, () => {
    const picture = agePictureWhole(print.picture, print.size, print);
    const ids = [...picture.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    assert.equal(new Set(ids).size, ids.length);
    const wanted = [...picture.matchAll(/url\(#([^)]+)\)/g)].map((match) => match[1]);
    assert.deepEqual(
      [...new Set(wanted)].filter((id) => !ids.includes(id)),
      [],
    );
    assert.ok(!/NaN|undefined/.test(picture));
  });

  test(`${print.name}: shows what the built-in renderer can make of a photo`, () => {
    // It moves no hands and no arms: see docs/renderer.md, Limits.
    assert.ok(!['hand', 'arms'].includes(effectNeed(print.effect)));
  });
}
