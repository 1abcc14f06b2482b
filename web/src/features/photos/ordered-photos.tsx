import type { Content } from '@keepsake/contract/content';
import type { Prompt } from '@keepsake/contract/prompts';
import { useQuery } from '@tanstack/react-query';
import { photoSource, widthInFrame } from '../../shared/photo-source.ts';
import { translated } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { promptsQuery } from '../prompts/prompts.api.ts';
import styles from './ordered-photos.module.css';

const openUpTo = 3;

/** Of the square in which a photo is shown. */
const side = 56;

/** The photos of a set with what was chosen for them, to look through before paying. */
export function OrderedPhotos({ contents }: { contents: readonly Content[] }) {
  const { t } = useTranslation('invoice');
  const { data: prompts = [] } = useQuery(promptsQuery);
  return (
    <details className={styles.order} open={contents.length <= openUpTo}>
      <summary className={styles.summary}>{t('photos', { count: contents.length })}</summary>
      <ul className={styles.photos}>
        {contents.map((content) => (
          <li key={content.id} className={styles.photo}>
            <img
              alt={t('photoAlt', { name: content.originalName })}
              width={side}
              height={side}
              loading="lazy"
              {...photoSource(content.photoUrl, `${side * widthInFrame(content, 1)}px`)}
              className={styles.image}
            />
            <div className={styles.texts}>
              <span className={styles.name}>{content.originalName}</span>
              <span className={styles.effects}>{effectsOf(content, prompts, t)}</span>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

function effectsOf({ actions }: Content, prompts: readonly Prompt[], t: Translate<'invoice'>): string {
  const names = actions.flatMap(({ promptId, variety }) => {
    const prompt = prompts.find(({ id }) => id === promptId);
    return prompt ? [t('effectTimes', { effect: translated(prompt.action), count: variety })] : [];
  });
  return names.join(', ');
}
