import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { Card } from '../ui/card.tsx';
import { SelectField } from '../ui/field.tsx';
import { LanguageOptions } from '../ui/language-options.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useChange } from '../use-change.ts';
import { type Customer, customerQuery, type Language } from './data.ts';
import { useMay } from './own-account.ts';

/** In which language the customer reads the portal and gets mail: what the customer chose, or the partner for the customer. */
export function CustomerLanguage({ of: { billing_customer_id: id, language: chosen } }: { of: Customer }) {
  const mayChange = useMay('manager');
  const choose = useChange({
    change: (language: Language | 'auto') =>
      answered(
        api.PUT('/api/v1/customers/{billing_customer_id}', {
          params: { path: { billing_customer_id: id } },
          body: { language },
        }),
      ),
    touches: [customerQuery(id)],
    done: () => t('console.customer-language.saved'),
  });
  return (
    <Card title={t('console.customer-language.title')} lead={t('console.customer-language.lead')}>
      <div className="grid max-w-sm gap-4">
        <ErrorNotice error={choose.error} />
        <SelectField
          label={t('console.customer-language.choice')}
          value={choose.isPending ? choose.variables : (chosen ?? 'auto')}
          disabled={choose.isPending || !mayChange}
          onChange={({ target }) => choose.mutate(target.value as Language | 'auto')}
        >
          <option value="auto">{t('console.customer-language.of-browser')}</option>
          <LanguageOptions />
        </SelectField>
      </div>
    </Card>
  );
}
