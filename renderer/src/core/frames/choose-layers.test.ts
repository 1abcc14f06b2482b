import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { SubjectLayer } from '../layers/compose-frame.ts';
import { createFrame } from '../picture/planes.ts';
import { chooseLayers, type SeenInFilm } from './choose-layers.ts';
import type { SeenHead } from './stage.ts';

const FILM = { width: 400, height: 200 };
const ABLE = { canMove: true, canTurn: true, canWink: true, canLean: true, eyesHidden: false };

test('people are cut out where heads lean in, with every face whole and without the margin, and for no other effect of faces', async () => {
  const layer = {} as SubjectLayer;
  const mask = { width: 4, height: 2, alpha: Uint8Array.of(0, 255, 255, 0, 0, 255, 255, 0) };
  const seen: SeenInFilm = {
    film: FILM,
    planes: createFrame(FILM.width, FILM.height),
    mask,
    heads: [{ places: Float32Array.of(99.5, 49.5) }, { places: Float32Array.of(299.5, 99.5) }] as SeenHead[],
    abilities: [ABLE, ABLE],
    animal: undefined,
    canWave: false,
    area: { left: 0, top: 20, width: 400, height: 180 },
  };
  for (const effect of ['lean', 'smile', 'turn', 'kiss'] as const) {
    const asked: unknown[] = [];
    const { layers, choice } = await chooseLayers(effect, seen, (...request) => {
      asked.push(request);
      return Promise.resolve(layer);
    });
    assert.equal(choice.motion, effect);
    assert.equal(layers.subject, effect === 'lean' ? layer : undefined);
    const faces = [Float32Array.of(0.25, 0.25), Float32Array.of(0.75, 0.5)];
    const area = { left: 0, top: 0.1, right: 1, bottom: 1 };
    assert.deepEqual(asked, effect === 'lean' ? [[mask, faces, area]] : []);
  }
});
