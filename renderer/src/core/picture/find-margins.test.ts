import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { GROUP_SIZE, groupHeads, paintGrey } from '../../../test/group-heads.ts';
import { createRandom } from '../motion/random.ts';
import { withinMargins } from './find-margins.ts';
import { wholeOf, type Rectangle } from './framing.ts';
import type { Planes } from './planes.ts';

const { width, height } = GROUP_SIZE;
const WHOLE = wholeOf(GROUP_SIZE);

let photo: Planes;
beforeAll(async () => {
  ({ photo } = await groupHeads());
});

/** How deep the margins are. Pixels. */
interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const NONE: Margins = { left: 0, right: 0, top: 0, bottom: 0 };

/** A print: paper of one tone with a little grain around the photo, which may be laid askew: down by so many pixels for each to the right. */
function print(margins: Partial<Margins>, { tone = 215, askew = 0 } = {}): Planes {
  const { left, right, top, bottom } = { ...NONE, ...margins };
  const grain = createRandom(1, 'grain');
  return paintGrey((x, y) => {
    const [across, down] = [x + askew * (y - height / 2), y - askew * (x - width / 2)];
    const isPaper = across < left || across >= width - right || down < top || down >= height - bottom;
    return isPaper ? tone + grain.between(-5, 5) : photo.y[y * width + x]!;
  });
}

function marginsOf(picture: Planes, area: Rectangle = WHOLE): Margins {
  const found = withinMargins(picture, area);
  return {
    left: found.left,
    right: width - found.left - found.width,
    top: found.top,
    bottom: height - found.top - found.height,
  };
}

/** All of a margin stays, and at most so many pixels of the picture beside it. */
function assertFound(found: Margins, margins: Partial<Margins>, beside = 8): void {
  for (const side of ['left', 'right', 'top', 'bottom'] as const) {
    const depth = margins[side] ?? 0;
    const most = depth === 0 ? 0 : depth + beside;
    assert.ok(found[side] >= depth && found[side] <= most, `${side}: ${found[side]}, not ${depth} to ${most}`);
  }
}

describe('the margins of a picture', () => {
  const cases: { title: string; margins: Partial<Margins>; tone?: number }[] = [
    { title: 'a white border', margins: { left: 60, right: 60, top: 60, bottom: 60 } },
    { title: 'a narrow one', margins: { left: 24, right: 24, top: 24, bottom: 24 } },
    { title: 'an instant print, with a broad strip below', margins: { left: 70, right: 70, top: 80, bottom: 260 } },
    { title: 'two sides that a scan did not cut off', margins: { left: 50, bottom: 40 } },
    { title: 'the black bars of a screen', margins: { top: 140, bottom: 140 }, tone: 18 },
  ];
  for (const { title, margins, tone } of cases) {
    test(`are found: ${title}`, () => {
      assertFound(marginsOf(print(margins, { tone })), margins);
    });
  }

  test('are found on a print that was not laid quite straight', () => {
    const margins = { left: 60, right: 60, top: 60, bottom: 60 };
    const found = marginsOf(print(margins, { askew: 0.012 }));
    assertFound(found, margins, 22);
  });

  test('are found one within the other: a print on a page', () => {
    const inner = print({ left: 100, right: 100, top: 100, bottom: 100 });
    const page = paintGrey((x, y) => {
      const isPage = x < 50 || x >= width - 50 || y < 50 || y >= height - 50;
      return isPage ? 60 : inner.y[y * width + x]!;
    });
    assertFound(marginsOf(page), { left: 100, right: 100, top: 100, bottom: 100 }, 14);
  });

  test('are looked for within a part of the picture', () => {
    const area = { left: 200, top: 0, width: width - 400, height };
    const framed = paintGrey((x, y) => {
      if (x < area.left || x >= area.left + area.width) return 90 + 40 * Math.sin(x / 9) * Math.sin(y / 7);
      const isPaper = x < 240 || x >= width - 240 || y < 40 || y >= height - 40;
      return isPaper ? 220 : photo.y[y * width + x]!;
    });
    assertFound(marginsOf(framed, area), { left: 240, right: 240, top: 40, bottom: 40 });
  });

  test('are none on a photo that fills its paper', () => {
    assert.deepEqual(withinMargins(photo, WHOLE), WHOLE);
  });

  test('are none where they have no straight edge, where something reaches into them, or on one side alone', () => {
    const wavy = paintGrey((x, y) => {
      const edge = 60 + 25 * Math.sin((x + y) / 40);
      const isPaper = x < edge || x >= width - edge || y < edge || y >= height - edge;
      return isPaper ? 215 : photo.y[y * width + x]!;
    });
    assert.deepEqual(withinMargins(wavy, WHOLE), WHOLE, 'a wavy edge');
    const wall = print({ left: 200, right: 200 });
    const head = paintGrey((x, y) => {
      const isHead = Math.hypot(x - width / 2, 1.4 * (y - 500)) < 600;
      return isHead ? 120 : wall.y[y * width + x]!;
    });
    assert.deepEqual(withinMargins(head, WHOLE), WHOLE, 'somebody before a wall');
    assert.deepEqual(withinMargins(print({ right: 60 }), WHOLE), WHOLE, 'a strip of a wall');
  });
});
