import { inpaint } from './inpaint.ts';
import { type FloatMap, shrink } from './float-map.ts';

/** Three channels of one square picture. */
export type Channels = readonly [FloatMap, FloatMap, FloatMap];

/** Half the side of the patches that are compared. */
const REACH = 3;
/** Sizes of the picture, as shares of its own, from coarse to fine, and how often each is improved. */
const LEVELS = [
  { step: 4, rounds: 2 },
  { step: 2, rounds: 2 },
  { step: 1, rounds: 0 },
] as const;

/** Where patches come from, and where they may go. */
interface Sources {
  /** No patch is taken from where this is 0. */
  usable?: FloatMap;
  /**
   * Where people are, above 0, also among the pixels to be filled in. A patch differs by as much, in levels of luma, as this is higher where it comes
   * from than where it goes.
   */
  people?: FloatMap | undefined;
}

/**
 * Fills the pixels whose `known` is 0 with patches from elsewhere in the picture that continue what is around them, so that brick
 * stays brick: at a coarse size the best patch for the outermost gap is pasted in, one after the other (Criminisi et al., 2004); finer
 * sizes improve the choice of patches by PatchMatch (Barnes et al., 2009). Deterministic.
 */
export function synthesise(picture: Channels, known: FloatMap, { usable = known, people }: Sources = {}): Channels {
  let filled: Channels | undefined;
  let field: Int32Array | undefined;
  for (const { step, rounds } of LEVELS) {
    const small = step === 1 ? picture : (picture.map((map) => shrink(map, step)) as unknown as Channels);
    const hole = holeOf(known, step);
    const size = small[0].width;
    if (!filled && around(hole, size).length === 0) return picture;
    // The finest size only takes over what the one before has found.
    const isSearched = rounds > 0 || !filled;
    const barred = isSearched ? holeOf(usable, step) : hole;
    const sources = isSearched
      ? allowed(
          hole.map((gap, i) => gap | barred[i]!),
          size,
        )
      : hole;
    const persons = people ? shrink(people, step).data : new Float32Array(size * size);
    const start = filled ? merge(small, filled, hole) : paste(small, persons, hole, sources);
    const matches = field ? upscale(field, size) : undefined;
    const result = improve(start, persons, hole, sources, matches, rounds);
    filled = result.filled;
    field = result.field;
  }
  return filled!;
}

/** 1 where any pixel is unknown. */
function holeOf(known: FloatMap, step: number): Uint8Array {
  const size = Math.floor(known.width / step);
  const hole = new Uint8Array(size * size);
  for (let i = 0; i < hole.length; i++) {
    const [x, y] = [(i % size) * step, Math.floor(i / size) * step];
    for (let j = 0; j < step * step; j++) {
      if (known.data[(y + Math.floor(j / step)) * known.width + x + (j % step)]! < 1) hole[i] = 1;
    }
  }
  return hole;
}

/** Of patches that fit equally well, nearer ones are taken: per pixel of distance. */
const NEARNESS = 0.02;

/** How much less a pixel to be filled in counts by how it differs from smooth inpainting than a known one by how it fits. */
const SMOOTH = 0.15;

/** Fills the hole from its rim inwards, a patch at a time. */
function paste(small: Channels, people: Float32Array, hole: Uint8Array, sources: Uint8Array): Channels {
  const size = small[0].width;
  const smooth = small.map((map) => inpaint(map, { ...map, data: Float32Array.from(hole, (gap) => 1 - gap) }));
  const [a, b, c] = smooth.map(({ data }) => data) as [Float32Array, Float32Array, Float32Array];
  const open = hole.slice();
  const trust = Float32Array.from(hole, (gap) => 1 - gap);
  // Every other place in both directions: what is missed is found when the choice is improved.
  const places = Int32Array.from({ length: sources.length }, (_, i) => i).filter(
    (i) => sources[i] === 1 && (i % size) % 2 === 0 && Math.floor(i / size) % 2 === 0,
  );
  const offsets = Int32Array.from({ length: (2 * REACH + 1) ** 2 }, (_, i) => {
    const side = 2 * REACH + 1;
    return (Math.floor(i / side) - REACH) * size + (i % side) - REACH;
  });
  const isInside = (i: number) => {
    const [x, y] = [i % size, Math.floor(i / size)];
    return x >= REACH && y >= REACH && x < size - REACH && y < size - REACH;
  };
  const gaps = Int32Array.from({ length: open.length }, (_, i) => i).filter((i) => open[i] === 1 && isInside(i));
  // How much is known around each gap: it changes only near the last patch.
  const sums = new Float64Array(open.length);
  const weigh = (i: number) => {
    let sum = 0;
    for (const offset of offsets) sum += trust[i + offset]!;
    sums[i] = sum;
  };
  gaps.forEach(weigh);
  for (;;) {
    let best = -1;
    let most = 0;
    for (const i of gaps) {
      if (!open[i] || sums[i]! <= most) continue;
      most = sums[i]!;
      best = i;
    }
    if (best === -1 || places.length === 0)
      return small.map((map, k) => ({ ...map, data: [a, b, c][k]! })) as unknown as Channels;
    const seen = offsets.filter((offset) => !open[best + offset]);
    const unseen = offsets.filter((offset) => open[best + offset]);
    let source = places[0]!;
    let least = Infinity;
    for (const q of places) {
      const apart = Math.abs((q % size) - (best % size)) + Math.abs(Math.floor(q / size) - Math.floor(best / size));
      let sum = NEARNESS * apart * seen.length * 100;
      for (let k = 0; k < seen.length && sum < least; k++) {
        const i = best + seen[k]!;
        const j = q + seen[k]!;
        const da = a[i]! - a[j]!;
        const db = b[i]! - b[j]!;
        const dc = c[i]! - c[j]!;
        const stray = Math.max(0, people[j]! - people[i]!);
        sum += da * da + db * db + dc * dc + stray * stray;
      }
      for (let k = 0; k < unseen.length && sum < least; k++) {
        const i = best + unseen[k]!;
        const j = q + unseen[k]!;
        const da = a[i]! - a[j]!;
        const db = b[i]! - b[j]!;
        const dc = c[i]! - c[j]!;
        const stray = Math.max(0, people[j]! - people[i]!);
        sum += SMOOTH * (da * da + db * db + dc * dc) + stray * stray;
      }
      if (sum >= least) continue;
      least = sum;
      source = q;
    }
    const share = (0.98 * most) / offsets.length;
    for (const offset of offsets) {
      const i = best + offset;
      if (!open[i]) continue;
      open[i] = 0;
      trust[i] = share;
      a[i] = a[source + offset]!;
      b[i] = b[source + offset]!;
      c[i] = c[source + offset]!;
    }
    const near = 2 * REACH;
    for (let down = -near; down <= near; down++) {
      for (let right = -near; right <= near; right++) {
        const i = best + down * size + right;
        if (open[i] && isInside(i)) weigh(i);
      }
    }
  }
}

/** The coarser result in the hole, the picture elsewhere. */
function merge(small: Channels, coarse: Channels, hole: Uint8Array): Channels {
  return small.map((map, k) => {
    const from = coarse[k]!;
    const data = map.data.slice();
    for (let i = 0; i < data.length; i++) {
      if (!hole[i]) continue;
      const x = Math.min(from.width - 1, (i % map.width) >> 1);
      const y = Math.min(from.height - 1, Math.floor(i / map.width) >> 1);
      data[i] = from.data[y * from.width + x]!;
    }
    return { ...map, data };
  }) as unknown as Channels;
}

/** Middles of the patches that touch the hole. */
function around(hole: Uint8Array, size: number): Int32Array {
  const found: number[] = [];
  for (let y = REACH; y < size - REACH; y++) {
    for (let x = REACH; x < size - REACH; x++) if (touches(hole, size, x, y)) found.push(y * size + x);
  }
  return Int32Array.from(found);
}

/** Middles of the patches that are wholly known. */
function allowed(hole: Uint8Array, size: number): Uint8Array {
  const result = new Uint8Array(hole.length);
  for (let y = REACH; y < size - REACH; y++) {
    for (let x = REACH; x < size - REACH; x++) result[y * size + x] = touches(hole, size, x, y) ? 0 : 1;
  }
  return result;
}

function touches(hole: Uint8Array, size: number, x: number, y: number): boolean {
  for (let down = -REACH; down <= REACH; down++) {
    for (let right = -REACH; right <= REACH; right++) if (hole[(y + down) * size + x + right]) return true;
  }
  return false;
}

function upscale(field: Int32Array, size: number): Int32Array {
  const half = Math.floor(size / 2);
  const result = new Int32Array(size * size).fill(-1);
  for (let i = 0; i < result.length; i++) {
    const [x, y] = [i % size, Math.floor(i / size)];
    const from = field[Math.min(half - 1, y >> 1) * half + Math.min(half - 1, x >> 1)]!;
    if (from >= 0) result[i] = (2 * Math.floor(from / half) + (y & 1)) * size + 2 * (from % half) + (x & 1);
  }
  return result;
}

function improve(
  start: Channels,
  people: Float32Array,
  hole: Uint8Array,
  sources: Uint8Array,
  matches: Int32Array | undefined,
  rounds: number,
): { filled: Channels; field: Int32Array } {
  const size = start[0].width;
  const [a, b, c] = start.map((map) => map.data.slice()) as [Float32Array, Float32Array, Float32Array];
  const field = matches ?? new Int32Array(size * size).fill(-1);
  const cost = new Float32Array(size * size);
  if (rounds === 0) {
    vote([a, b, c], hole, field, cost, size);
    return { filled: [a, b, c].map((data, k) => ({ ...start[k]!, data })) as unknown as Channels, field };
  }
  cost.fill(Infinity);
  const targets = around(hole, size);
  const places = Int32Array.from({ length: sources.length }, (_, i) => i).filter((i) => sources[i] === 1);
  if (places.length === 0) return { filled: start, field };
  let state = 12345;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
  const compare = (p: number, q: number, most: number): number => {
    let sum = 0;
    for (let down = -REACH; down <= REACH; down++) {
      const i = p + down * size;
      const j = q + down * size;
      for (let right = -REACH; right <= REACH; right++) {
        const da = a[i + right]! - a[j + right]!;
        const db = b[i + right]! - b[j + right]!;
        const dc = c[i + right]! - c[j + right]!;
        const stray = Math.max(0, people[j + right]! - people[i + right]!);
        sum += da * da + db * db + dc * dc + stray * stray;
      }
      if (sum >= most) return Infinity;
    }
    return sum;
  };
  const attempt = (p: number, q: number) => {
    if (q < 0 || q >= sources.length || !sources[q]) return;
    const found = compare(p, q, cost[p]!);
    if (found >= cost[p]!) return;
    cost[p] = found;
    field[p] = q;
  };
  for (let round = 0; round < rounds; round++) {
    for (const p of targets) {
      const known = field[p]!;
      cost[p] = Infinity;
      if (known >= 0 && sources[known]) cost[p] = compare(p, known, Infinity);
      else field[p] = -1;
    }
    const isForward = round % 2 === 0;
    for (let k = 0; k < targets.length; k++) {
      const p = targets[isForward ? k : targets.length - 1 - k]!;
      const back = isForward ? -1 : 1;
      if (field[p + back]! >= 0) attempt(p, field[p + back]! - back);
      if (field[p + back * size]! >= 0) attempt(p, field[p + back * size]! - back * size);
      if (field[p] === -1) for (let i = 0; i < 4; i++) attempt(p, places[random(places.length)]!);
      for (let radius = size >> 1; radius >= 2 && field[p]! >= 0; radius >>= 1) {
        const q = field[p]!;
        const x = (q % size) + random(2 * radius + 1) - radius;
        const y = Math.floor(q / size) + random(2 * radius + 1) - radius;
        if (x >= 0 && x < size && y >= 0 && y < size) attempt(p, y * size + x);
      }
    }
    vote([a, b, c], hole, field, cost, size);
  }
  return { filled: [a, b, c].map((data, k) => ({ ...start[k]!, data })) as unknown as Channels, field };
}

/** Each unknown pixel becomes the mean of what the patches over it propose, the better ones first. */
function vote(
  [a, b, c]: [Float32Array, Float32Array, Float32Array],
  hole: Uint8Array,
  field: Int32Array,
  cost: Float32Array,
  size: number,
): void {
  const [na, nb, nc] = [a.slice(), b.slice(), c.slice()];
  for (let i = 0; i < hole.length; i++) {
    if (!hole[i]) continue;
    let sum = 0;
    let sa = 0;
    let sb = 0;
    let sc = 0;
    for (let down = -REACH; down <= REACH; down++) {
      for (let right = -REACH; right <= REACH; right++) {
        const p = i + down * size + right;
        const q = field[p];
        if (q === undefined || q < 0) continue;
        const weight = 1 / (20 + cost[p]!) ** 2;
        const from = q - down * size - right;
        sum += weight;
        sa += weight * a[from]!;
        sb += weight * b[from]!;
        sc += weight * c[from]!;
      }
    }
    if (sum === 0) continue;
    na[i] = sa / sum;
    nb[i] = sb / sum;
    nc[i] = sc / sum;
  }
  a.set(na);
  b.set(nb);
  c.set(nc);
}
