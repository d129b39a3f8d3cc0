import { useMutation } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { Languages } from 'lucide-react';
import type { Paths } from '../../../client/session.ts';
import { answered, api } from '../api/api.ts';
import { reloadOtherTabs, type Session } from '../api/session.ts';
import { t } from '../messages/messages.ts';
import { LanguageOptions } from './language-options.tsx';
import { ErrorNotice } from './notice.tsx';

type Body = NonNullable<Paths['/api/v1/session/language']['put']['requestBody']>['content']['application/json'];
type Language = NonNullable<Body['language']>;

function choose(language: Language | null) {
  return answered(api.PUT('/api/v1/session/language', { body: language === null ? {} : { language } }));
}

/** What was chosen; null: what the browser says. Of a visitor only what comes of it is known. */
function chosenIn({ signed_in: reader, language }: Session): string | null {
  return reader === null ? language : reader.language;
}

/** In which language the reader has the portal and the mails; nothing for whoever looks at a customer's pages. */
export function LanguageChoice() {
  const { session } = useRouteContext({ from: '__root__' });
  const change = useMutation({
    mutationFn: choose,
    // A page has one language from its load to its end.
    onSuccess: () => {
      reloadOtherTabs();
      location.reload();
    },
  });
  const reader = session.signed_in;
  if (reader?.kind === 'customer' && reader.viewer !== null) return null;
  return (
    <div className="grid gap-2">
      <label className="flex min-h-10 items-center gap-3 px-3 text-sm">
        <Languages aria-hidden="true" size={18} className="shrink-0" />
        <span className="sr-only">{t('portal.language.label')}</span>
        <select
          className="min-h-9 w-full min-w-0 cursor-pointer rounded-md border border-control bg-surface px-2 text-sm text-ink"
          value={change.isPending ? (change.variables ?? '') : (chosenIn(session) ?? '')}
          disabled={change.isPending}
          onChange={({ target }) => change.mutate((target.value || null) as Language | null)}
        >
          <option value="">{t('portal.language.of-browser')}</option>
          <LanguageOptions />
        </select>
      </label>
      <ErrorNotice error={change.error} />
    </div>
  );
}
