import { type AdminPrompt, deletePrompt } from '@keepsake/contract/films/prompts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../shared/api.ts';
import { translated } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { ManagerFrame, matches } from './manager-frame.tsx';
import styles from './managers.module.css';
import { PictogramManager } from './pictogram-manager.tsx';
import { englishTheme, PromptForm } from './prompt-form.tsx';
import { adminPromptsQuery } from './prompts.api.ts';
import { ThemeTable } from './theme-table.tsx';

/** The effects on offer, and the pictograms with which the photo guide advises on them. */
export function Component() {
  const { t } = useTranslation('admin-prompts');
  return (
    <>
      <h3>{t('prompts.title')}</h3>
      <PromptManager />
      <h3>{t('pictograms.title')}</h3>
      <PictogramManager />
    </>
  );
}

const remove = ({ id, revision }: AdminPrompt) => call(deletePrompt, { params: { id }, query: { revision } });

/** The effects on offer, with search. Paid orders keep the wording with which they were sold. */
function PromptManager() {
  const { t } = useTranslation('admin-prompts');
  const query = useQuery(adminPromptsQuery);
  const hintId = useId();
  const [edited, setEdited] = useState<{ prompt: AdminPrompt | null; copied?: AdminPrompt } | null>(null);
  return (
    <ManagerFrame<AdminPrompt>
      kind="prompts"
      nameOf={({ action }) => translated(action)}
      remove={remove}
      onAdd={() => setEdited({ prompt: null })}
    >
      {(typed, askToDelete) => (
        <>
          <QueryView
            query={query}
            failureText={(error) => t('withReason', { what: t('prompts.failedLoad'), why: errorText(error) })}
          >
            {(all) => {
              const themes = themesOf(all, typed);
              if (themes.length === 0) return <p>{t(all.length === 0 ? 'prompts.none' : 'nothingFound')}</p>;
              return (
                <>
                  <p id={hintId} className={styles.hint}>
                    {t(typed.trim() === '' ? 'order.hint' : 'order.searching')}
                  </p>
                  {themes.map(({ key, prompts, found }) => (
                    <ThemeTable
                      key={key}
                      isMovable={typed.trim() === ''}
                      hintId={hintId}
                      prompts={prompts}
                      found={found}
                      onEdit={(prompt) => setEdited({ prompt })}
                      onDuplicate={(copied) => setEdited({ prompt: null, copied })}
                      onDelete={askToDelete}
                    />
                  ))}
                </>
              );
            }}
          </QueryView>
          {edited && <PromptForm {...edited} others={query.data ?? []} onClose={() => setEdited(null)} />}
        </>
      )}
    </ManagerFrame>
  );
}

/** The matching prompts, grouped by theme, with all prompts of each theme. */
function themesOf(all: readonly AdminPrompt[], typed: string) {
  return [...Map.groupBy(all, englishTheme)].flatMap(([key, prompts]) => {
    const found = prompts.filter(({ imageTheme, action, prompt, suggestions }) =>
      matches(typed, [imageTheme, action, prompt, ...suggestions]),
    );
    return found.length > 0 ? [{ key, prompts, found }] : [];
  });
}
