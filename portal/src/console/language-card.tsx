import { answered, api } from '../api/api.ts';
import { reloadOtherTabs } from '../api/session.ts';
import { t } from '../messages/messages.ts';
import { Card } from '../ui/card.tsx';
import { SelectField } from '../ui/field.tsx';
import { LanguageOptions } from '../ui/language-options.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useChange } from '../use-change.ts';
import type { Language } from './data.ts';
import { useOwnAccount } from './own-account.ts';

/** In which language one reads this console and gets mail. */
export function LanguageCard() {
  const { language: chosen } = useOwnAccount();
  const choose = useChange({
    change: (language: Language | null) =>
      answered(api.PUT('/api/v1/session/language', { body: language === null ? {} : { language } })),
    touches: [],
  });
  // A page has one language from its load to its end.
  const onSuccess = () => {
    reloadOtherTabs();
    location.reload();
  };
  return (
    <Card title={t('console.language.title')} lead={t('console.language.lead')}>
      <div className="grid max-w-sm gap-4">
        <ErrorNotice error={choose.error} />
        <SelectField
          label={t('console.language.choice')}
          value={(choose.isPending ? choose.variables : chosen) ?? ''}
          disabled={choose.isPending}
          onChange={({ target }) => choose.mutate((target.value || null) as Language | null, { onSuccess })}
        >
          <option value="">{t('console.language.of-browser')}</option>
          <LanguageOptions />
        </SelectField>
      </div>
    </Card>
  );
}
