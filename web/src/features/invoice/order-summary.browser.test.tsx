import { photoChecks } from '@keepsake/contract/photos/photo-checks';
import { test } from 'vitest';
import { reply } from '../../../test/answers.ts';
import { openInvoice } from '../../../test/invoice.ts';
import { aBucket, aPhoto, idOf, smile, wave } from '../../../test/orders.ts';
import { expectText } from '../../../test/screen.ts';

test('the order says how many of several people will show an effect', async () => {
  const actions = [
    { promptId: smile.id, variety: 1 },
    { promptId: wave.id, variety: 2 },
  ];
  const check = {
    contentId: idOf(201),
    faces: 5,
    movableFaces: 5,
    smallFaces: 0,
    isLowResolution: false,
    isBlurred: false,
    isDark: false,
    instead: {},
    partly: { [smile.id]: { count: 2, of: 'faces' }, [wave.id]: { count: 1, of: 'hands' } } as const,
    faceless: [],
  };
  const Contents = [aPhoto(1, { actions }), aPhoto(2, { actions })];
  await openInvoice([reply(photoChecks, { checks: [check], waiting: 1 })], { bucket: aBucket(1, { Contents }) });
  await expectText('Smile × 1 (shown by 2 of 5 faces), Wave × 2 (1 hand waves)');
  await expectText('Smile × 1, Wave × 2');
});

test('the order repeats what was agreed to', async () => {
  const actions = [
    { promptId: smile.id, variety: 1 },
    { promptId: wave.id, variety: 2, agreedTo: 'no_hand' as const },
  ];
  const unseen = aPhoto(2, { actions: [{ promptId: wave.id, variety: 1, agreedTo: 'not_seen' }] });
  await openInvoice([], { bucket: aBucket(1, { Contents: [aPhoto(1, { actions }), unseen] }) });
  await expectText('Smile × 1, Wave × 2 (a nod, as agreed)');
  await expectText('Wave × 1 (whatever the photo can show, as agreed)');
});
