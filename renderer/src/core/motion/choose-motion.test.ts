import assert from 'node:assert/strict';
import { test } from 'vitest';
import { chooseMotion, countFaces, foresee } from './choose-motion.ts';
import { canShow, faceAbility, openEyes, type AbleFace } from './face-ability.ts';
import { FACE_EFFECTS } from '../effects.ts';

const OPEN = [0.3, 0.3] as const;
const SHUT = [0.06, 0.1] as const;
const face = (given: Partial<AbleFace> = {}) => faceAbility({ yaw: 0, width: 200, eyesOpen: OPEN, ...given });

test('an effect is rendered if anybody in the photo can show it', () => {
  for (const effect of ['smile', 'wink', 'blink', 'turn'] as const) {
    const group = [face({ yaw: 80 }), face({ eyesOpen: SHUT }), face({ yaw: -45 })];
    assert.deepEqual(chooseMotion(effect, undefined, group), { motion: effect });
  }
});

test('closed eyes neither wink nor blink, and the report says so', () => {
  for (const effect of ['wink', 'blink'] as const) {
    const { motion, lack } = chooseMotion(effect, undefined, [face({ eyesOpen: SHUT })]);
    assert.deepEqual([motion, lack?.code], ['smile', 'eyes_closed']);
    assert.match(lack?.reason ?? '', /^A smile in place of a (wink|blink): the eyes in the photo are closed\.$/);
  }
  assert.equal(chooseMotion('smile', undefined, [face({ eyesOpen: SHUT })]).motion, 'smile');
  assert.equal(chooseMotion('wink', undefined, [face({ eyesOpen: [0.06, 0.3] })]).motion, 'wink', 'one is enough');
});

test('an eye on the far side of a turned head counts only as long as it is in sight', () => {
  for (const [side, far] of [
    [-1, [0.3, 0.1]],
    [1, [0.1, 0.3]],
  ] as const) {
    assert.equal(chooseMotion('wink', undefined, [face({ yaw: 20 * side, eyesOpen: far })]).motion, 'wink');
    assert.equal(chooseMotion('wink', undefined, [face({ yaw: 40 * side, eyesOpen: far })]).lack?.code, 'eyes_closed');
    const near = face({ yaw: -40 * side, eyesOpen: far });
    assert.equal(chooseMotion('wink', undefined, [near]).motion, 'wink', 'the near eye is open');
    assert.deepEqual(openEyes({ yaw: -40 * side, eyesOpen: OPEN }), [side < 0, side > 0]);
  }
});

test('eyes behind dark glasses neither wink nor blink, and the report says so', () => {
  const hidden = face({ eyesHidden: true });
  for (const effect of ['wink', 'blink'] as const) {
    const { motion, lack } = chooseMotion(effect, undefined, [hidden, face({ eyesOpen: SHUT })]);
    assert.deepEqual([motion, lack?.code], ['smile', 'eyes_hidden']);
    assert.match(lack?.reason ?? '', /^A smile in place of a (wink|blink): dark glasses hide the eyes in the photo\.$/);
    assert.deepEqual(chooseMotion(effect, undefined, [hidden, face()]), { motion: effect }, 'one in sight is enough');
  }
  assert.equal(chooseMotion('smile', undefined, [hidden]).motion, 'smile');
  const profile = face({ yaw: 80, eyesHidden: true });
  assert.equal(chooseMotion('wink', undefined, [profile, face({ eyesOpen: SHUT })]).lack?.code, 'eyes_closed');
});

test('a mouth behind a mask neither smiles, laughs, kisses nor opens, and the report says so', () => {
  const masked = face({ mouthHidden: true });
  for (const effect of ['smile', 'laugh', 'kiss', 'surprise'] as const) {
    const { motion, lack } = chooseMotion(effect, undefined, [masked]);
    assert.deepEqual([motion, lack?.code], ['nod', 'mouth_hidden'], effect);
    assert.match(lack?.reason ?? '', /^A nod in place of a .+: something covers the mouth in the photo\.$/);
    assert.deepEqual(chooseMotion(effect, undefined, [masked, face()]), { motion: effect }, 'one in sight is enough');
    assert.equal(chooseMotion(effect, undefined, [masked, face({ yaw: 80 })]).lack?.code, 'mouth_hidden');
    assert.deepEqual(
      [masked, face()].map((one) => canShow(effect, one)),
      [false, true],
    );
  }
  for (const effect of ['wink', 'blink', 'nod', 'turn', 'look-around'] as const)
    assert.deepEqual(chooseMotion(effect, undefined, [masked]), { motion: effect });
});

test('a mouth that is opened too wide to follow nods instead, and the report says why', () => {
  const agape = face({ mouthHidden: true, mouthAgape: true });
  for (const effect of ['smile', 'laugh', 'kiss', 'surprise', 'hug'] as const) {
    const { motion, lack } = chooseMotion(effect, undefined, [agape]);
    assert.deepEqual([motion, lack?.code], ['nod', 'mouth_agape'], effect);
    assert.match(lack?.reason ?? '', /^A nod in place of a .+: the mouth in the photo is opened too wide\.$/);
  }
  assert.deepEqual(chooseMotion('smile', undefined, [agape, face()]), { motion: 'smile' }, 'another mouth is enough');
  assert.deepEqual(chooseMotion('wink', undefined, [agape]), { motion: 'wink' });
  const profile = face({ yaw: 80, mouthHidden: true, mouthAgape: true });
  assert.equal(chooseMotion('smile', undefined, [profile, face({ mouthHidden: true })]).lack?.code, 'mouth_hidden');
});

test('a mouth that is opened wide smiles and laughs, but does not close for a kiss', () => {
  const agape = face({ mouthAgape: true });
  for (const effect of ['smile', 'laugh', 'surprise'] as const)
    assert.deepEqual(chooseMotion(effect, undefined, [agape]), { motion: effect });
  const { motion, lack } = chooseMotion('kiss', undefined, [agape]);
  assert.deepEqual([motion, lack?.code], ['nod', 'mouth_agape']);
  assert.deepEqual(chooseMotion('kiss', undefined, [agape, face()]), { motion: 'kiss' });
  assert.deepEqual(
    [agape, face()].map((one) => canShow('kiss', one)),
    [false, true],
  );
});

test('no smile stands in for anything behind a mask', () => {
  const masked = face({ mouthHidden: true, eyesHidden: true });
  for (const effect of ['wink', 'blink', 'lean', 'hug'] as const) {
    const { motion, lack } = chooseMotion(effect, undefined, [masked]);
    assert.deepEqual([motion, lack?.code], ['nod', 'mouth_hidden'], effect);
  }
});

test('predicts that a masked mouth does not smile if nobody else can', () => {
  const masked = { ...SEEN, mouthHidden: true };
  const foreseen = FACE_EFFECTS.filter((effect) => foresee(effect, { faces: [masked] }));
  assert.deepEqual(foreseen, ['smile', 'laugh', 'surprise', 'kiss']);
  assert.equal(foresee('smile', { faces: [masked] }), 'mouth_hidden');
  assert.equal(foresee('smile', { faces: [masked, SEEN] }), undefined);
});

test('closed lips smile where a laugh was asked for, and the report says so', () => {
  const closed = face({ mouthGap: 0.01 });
  const { motion, lack } = chooseMotion('laugh', undefined, [closed]);
  assert.deepEqual([motion, lack?.code], ['smile', 'lips_closed']);
  assert.equal(lack?.reason, 'A smile in place of a laugh: the lips in the photo are closed.');
  const laughing = face({ mouthGap: 0.05 });
  assert.deepEqual(
    chooseMotion('laugh', undefined, [closed, laughing]),
    { motion: 'laugh' },
    'one open mouth is enough',
  );
  assert.deepEqual(
    [canShow('laugh', closed), canShow('laugh', laughing)],
    [false, true],
    'beside it the closed ones only smile',
  );
  const covered = face({ mouthHidden: true, mouthGap: 0.05 });
  assert.equal(chooseMotion('laugh', undefined, [closed, covered]).lack?.code, 'lips_closed');
  const foreseen = FACE_EFFECTS.filter((effect) => foresee(effect, { faces: [{ ...SEEN, mouthOpen: false }] }));
  assert.deepEqual(foreseen, ['laugh']);
});

test('near profiles and tiny faces do not move', () => {
  for (const still of [face({ yaw: 85 }), face({ yaw: -60 }), face({ width: 9 })]) {
    for (const effect of ['smile', 'wink', 'wave', 'hug'] as const) {
      assert.deepEqual(chooseMotion(effect, undefined, [still]).lack?.code, 'faces_from_side', effect);
    }
  }
});

test('a small face smiles, nods and turns, but what only its eyes or lips do would not be seen', () => {
  const small = face({ width: 30 });
  for (const effect of ['wink', 'blink', 'kiss', 'surprise'] as const) {
    assert.equal(chooseMotion(effect, undefined, [small]).lack?.code, 'faces_from_side', effect);
    assert.deepEqual(chooseMotion(effect, undefined, [small, face()]), { motion: effect }, 'a large one is enough');
    assert.deepEqual(
      [small, face()].map((one) => canShow(effect, one)),
      [false, true],
    );
    assert.equal(foresee(effect, { faces: [{ ...SEEN, isClear: false }] }), 'faces_from_side');
  }
  for (const effect of ['smile', 'laugh', 'nod', 'turn', 'look-around'] as const)
    assert.deepEqual(chooseMotion(effect, undefined, [small]), { motion: effect });
  const shut = face({ eyesOpen: SHUT });
  assert.equal(chooseMotion('wink', undefined, [small, shut]).lack?.code, 'eyes_closed');
});

test('a head turned far aside smiles and winks, but does not turn', () => {
  const behindItsNose = { yaw: 45, beyondNose: 0.07 };
  for (const aside of [{ yaw: -52 }, { yaw: 56 }, behindItsNose]) {
    for (const effect of ['smile', 'laugh', 'wink', 'nod'] as const) {
      assert.deepEqual(chooseMotion(effect, undefined, [face(aside)]), { motion: effect });
    }
    for (const effect of ['turn', 'look-around'] as const) {
      assert.equal(chooseMotion(effect, undefined, [face(aside)]).lack?.code, 'faces_from_side', effect);
      assert.deepEqual(chooseMotion(effect, undefined, [face(aside), face()]), { motion: effect }, 'one is enough');
    }
  }
  assert.deepEqual(chooseMotion('turn', undefined, [face({ yaw: 45, beyondNose: 0.13 })]), { motion: 'turn' });
});

test('impossible effects are replaced by possible ones', () => {
  const lacks = (['wave', 'hug'] as const).map((effect) => {
    const { motion, lack } = chooseMotion(effect, undefined, [face()]);
    return [effect, motion, lack?.code];
  });
  assert.deepEqual(lacks, [
    ['wave', 'nod', 'no_hand'],
    ['hug', 'smile', 'no_arms'],
  ]);
  assert.deepEqual(chooseMotion('lean', undefined, [face(), face()]).lack?.code, 'no_pair', 'nobody beside');
  assert.equal(chooseMotion('smile', undefined, []).lack?.code, 'no_face');
});

test('ears prick up if the animal has some; otherwise the report says why not', () => {
  const subject = { left: 100, right: 500, top: 100, bottom: 700, isCutOff: true };
  assert.deepEqual(chooseMotion('pet-ears', subject, [], { hasEars: true }), { motion: 'pet-ears' });
  assert.equal(chooseMotion('pet-ears', subject, []).lack?.code, 'no_ears');
  assert.equal(chooseMotion('pet-ears', undefined, [], { hasEars: true }).lack?.code, 'no_subject');
});

test('a face takes part only in effects that it can show', () => {
  const group = [face(), face({ yaw: 53 }), face({ eyesOpen: SHUT }), face({ yaw: 70 })];
  const taking = (['smile', 'turn', 'wink'] as const).map(
    (effect) => group.filter((one) => canShow(effect, one)).length,
  );
  assert.deepEqual(taking, [3, 2, 2]);
});

const SEEN = {
  canMove: true,
  canTurn: true,
  canLean: true,
  eyesOpen: [true, true] as [boolean, boolean],
  eyesHidden: false,
};

test('predicts that a head turned far aside smiles but does not turn', () => {
  const aside = { ...SEEN, canTurn: false };
  const foreseen = FACE_EFFECTS.filter((effect) => foresee(effect, { faces: [aside] }));
  assert.deepEqual(foreseen, ['turn', 'look-around']);
  assert.equal(foresee('turn', { faces: [aside] }), 'faces_from_side');
  assert.equal(foresee('turn', { faces: [aside, SEEN] }), undefined);
});

test('predicts that a near profile does not move and closed eyes do not wink', () => {
  const profile = { ...SEEN, canMove: false, canTurn: false };
  assert.equal(foresee('smile', { faces: [profile] }), 'faces_from_side');
  assert.equal(foresee('wink', { faces: [{ ...SEEN, eyesOpen: [false, false] }] }), 'eyes_closed');
  assert.equal(foresee('wink', { faces: [{ ...SEEN, eyesOpen: [false, true] }] }), undefined);
});

test('predicts that a head at the edge of the photo does not tilt, and that nothing stands out', () => {
  assert.equal(foresee('pet-tilt', { faces: [] }), undefined, 'nobody has looked');
  assert.equal(foresee('pet-tilt', { faces: [], subject: { top: 0.3, bottom: 1 } }), undefined);
  assert.equal(foresee('pet-tilt', { faces: [], subject: { top: 0.01, bottom: 1 } }), 'head_at_edge');
  assert.equal(foresee('pet-tilt', { faces: [], subject: { top: 0.3, bottom: 1, isAnimal: true } }), undefined);
  assert.equal(foresee('pet-tilt', { faces: [], subject: { top: 0.3, bottom: 1, isAnimal: false } }), 'no_animal');
  assert.equal(foresee('pet-breathe', { faces: [], subject: { top: 0.01, bottom: 1 } }), undefined);
  for (const effect of ['pet-tilt', 'pet-ears', 'pet-breathe'] as const)
    assert.equal(foresee(effect, { faces: [], subject: null }), 'no_subject');
});

test('predicts how many of a group show an effect', () => {
  const group = [
    SEEN,
    { ...SEEN, mouthOpen: false },
    { ...SEEN, canTurn: false, isClear: false },
    { ...SEEN, canMove: false, canTurn: false },
  ];
  const counts = (['smile', 'laugh', 'turn', 'kiss', 'wink', 'nod'] as const).map((effect) =>
    countFaces(effect, group),
  );
  assert.deepEqual(counts, [3, 2, 2, 2, 2, 3]);
});

test('predicts no wink behind dark glasses if nobody else can wink', () => {
  const hidden = { ...SEEN, eyesHidden: true };
  const foreseen = FACE_EFFECTS.filter((effect) => foresee(effect, { faces: [hidden] }));
  assert.deepEqual(foreseen, ['wink', 'blink']);
  assert.equal(foresee('wink', { faces: [hidden] }), 'eyes_hidden');
  assert.equal(foresee('wink', { faces: [hidden, SEEN] }), undefined);
});

test('a hand that can wave does, whatever the face can do; without one the film nods', () => {
  for (const faces of [[face()], [face({ yaw: 85 })]]) {
    assert.deepEqual(chooseMotion('wave', undefined, faces, { canWave: true }), { motion: 'wave' });
  }
  assert.deepEqual(chooseMotion('wave', undefined, [face()]).motion, 'nod');
  const faces = [{ ...face(), eyesOpen: [true, true] }];
  assert.deepEqual([foresee('wave', { faces, canWave: true }), foresee('wave', { faces })], [undefined, 'no_hand']);
});
