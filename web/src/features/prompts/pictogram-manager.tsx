import { deletePictogram, type Pictogram } from '@keepsake/contract/films/prompts';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { translated } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { IconButton } from '../../ui/button.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Pictogram as PictogramImage } from '../../ui/pictogram.tsx';
import { ManagerFrame, matches } from './manager-frame.tsx';
import styles from './managers.module.css';
import { PictogramForm } from './pictogram-form.tsx';
import { adminPictogramsQuery } from './prompts.api.ts';

const nameOf = ({ name }: Pictogram) => translated(name);
const remove = ({ id, revision }: Pictogram) => call(deletePictogram, { params: { id }, query: { revision } });

/** The pictograms, with search; each can be changed and deleted. */
export function PictogramManager() {
  const { t } = useTranslation('admin-prompts');
  const query = useQuery(adminPictogramsQuery);
  const [edited, setEdited] = useState<Pictogram | 'new' | null>(null);
  return (
    <ManagerFrame kind="pictograms" nameOf={nameOf} remove={remove} onAdd={() => setEdited('new')}>
      {(typed, askToDelete) => (
        <>
          <QueryView
            query={query}
            failureText={(error) => t('withReason', { what: t('pictograms.failedLoad'), why: errorText(error) })}
          >
            {(all) => {
              const found = all.filter(({ key, name, icon }) => matches(typed, [key, name, icon]));
              if (found.length === 0) return <p>{t(all.length === 0 ? 'pictograms.none' : 'nothingFound')}</p>;
              return (
                <ul className={styles.pictograms}>
                  {found.map((pictogram) => (
                    <li key={pictogram.id} className={styles.pictogram}>
                      <PictogramImage icon={pictogram.icon} size={28} />
                      <p className={styles.name}>
                        <span>{nameOf(pictogram)}</span>
                        <code className={styles.key}>{pictogram.key}</code>
                      </p>
                      <IconButton
                        label={t('editOf', { name: nameOf(pictogram) })}
                        icon={<Pencil size={20} aria-hidden="true" />}
                        onClick={() => setEdited(pictogram)}
                      />
                      <IconButton
                        label={t('deleteOf', { name: nameOf(pictogram) })}
                        icon={<Trash2 size={20} aria-hidden="true" />}
                        onClick={() => askToDelete(pictogram)}
                      />
                    </li>
                  ))}
                </ul>
              );
            }}
          </QueryView>
          {edited && <PictogramForm pictogram={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
        </>
      )}
    </ManagerFrame>
  );
}
