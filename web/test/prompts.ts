import {
  type AdminPrompt,
  listAdminPrompts,
  listIcons,
  listPictograms,
  type Pictogram,
} from '@keepsake/contract/films/prompts';
import { openTab } from './admin.ts';
import { type Answer, reply } from './answers.ts';
import { idOf, prompts as offered, smile as offeredSmile, withWording } from './orders.ts';

export const prompts: AdminPrompt[] = offered.map(withWording);
export const smile = withWording(offeredSmile);
export const topHat: Pictogram = {
  id: idOf(1),
  key: 'top_hat',
  name: { en: 'Top hat' },
  icon: 'fa-hat-wizard',
  revision: 1,
};
/** The tab of the effects, which can be answered otherwise. */
export const openPrompts = (...answers: Answer[]) =>
  openTab('prompts', [
    reply(listAdminPrompts, { prompts }),
    reply(listPictograms, { suggestions: [topHat] }),
    reply(listIcons, {
      drawings: ['/card-icons/face-forward.svg', '/card-icons/pet.svg'],
      classNames: ['fa-hand', 'fa-hat-wizard', 'fa-wizard-hat'],
      keywords: { 'fa-hand': 'hand palm stop', 'fa-hat-wizard': 'hat wizard magic wizard-hat' },
    }),
    ...answers,
  ]);
