import type { Language } from '@keepsake/contract/primitives';
import { de } from './mail-texts.de.ts';
import { en } from './mail-texts.en.ts';
import { es } from './mail-texts.es.ts';
import { fr } from './mail-texts.fr.ts';
import { hu } from './mail-texts.hu.ts';
import type { MailTexts } from './mail-texts.shape.ts';

/** Every text of every mail in every language. */
export const mailTexts: Record<Language, MailTexts> = { en, hu, de, fr, es };
