import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { legibleAccent } from '../../../src/identity/branding/legible-accent.ts';
import { answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import type { Theme } from '../theme.ts';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { CheckField, FileField, SelectField, TextField } from '../ui/field.tsx';
import { LanguageOptions } from '../ui/language-options.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { otherThan, problemsOf, useChange } from '../use-change.ts';
import { BrandPreview } from './brand-preview.tsx';
import { type Branding, brandingQuery, type Language } from './data.ts';
import { ForManagers, ManagersForm } from './for-managers.tsx';
import type { PreviewedLook } from './mail-preview.tsx';
import { MailSenderCard } from './mail-sender-card.tsx';
import { useSessionRefresh } from './use-session-refresh.ts';

const defaultAccent = '#1d4ed8';
const webAddresses = ['imprint_url', 'privacy_url', 'terms_url', 'order_url', 'customer_area_url'] as const;
const images = ['logo', 'dark_logo', 'favicon'] as const;
const fields = [
  'display_name',
  'product_name',
  'accent_colour',
  'support_url',
  'support_email',
  'language',
  ...webAddresses,
  ...images,
];

type ImageName = (typeof images)[number];

/** How the portal looks: what is set here is all that customers see. */
export function BrandingPage() {
  const branding = useQuery(brandingQuery);
  return (
    <Page title={t('console.common.branding')} lead={t('console.branding.lead')}>
      <LoadError of={branding} />
      {branding.isPending && <Placeholder className="h-96" />}
      {branding.data && <BrandingForm saved={branding.data} />}
      <MailSenderCard />
    </Page>
  );
}

/** An image that was chosen but not saved: its Base64 text for the API, and an address of it for the preview. */
interface ChosenImage {
  readonly base64: string;
  readonly previewUrl: string;
}

/** Of each image: what was chosen, or that there shall be none; null: what is saved stays. */
type ImageChoices = Readonly<Record<ImageName, ChosenImage | 'removed' | null>>;
type Switches = Pick<Branding, 'hide_name' | 'alert_links'> & { readonly language: Language };
const noChoices: ImageChoices = { logo: null, dark_logo: null, favicon: null };

type TextName = (typeof texts)[number];
const texts = [
  'display_name',
  'product_name',
  'accent_colour',
  'support_url',
  'support_email',
  ...webAddresses,
] as const;

function BrandingForm({ saved }: { saved: Branding }) {
  const { portal } = useRouteContext({ from: '__root__' }).session;
  const refreshSession = useSessionRefresh();
  const [values, setValues] = useState(
    () => Object.fromEntries(texts.map((name) => [name, saved[name] ?? ''])) as Readonly<Record<TextName, string>>,
  );
  const [switches, setSwitches] = useState<Switches>({
    hide_name: saved.hide_name,
    alert_links: saved.alert_links,
    language: (saved.language ?? 'en') as Language,
  });
  const [choices, setChoices] = useState(noChoices);
  const save = useChange({
    change: () => answered(api.PUT('/api/v1/branding', { body: bodyOf(values, switches, choices) })),
    touches: [brandingQuery],
    done: () => t('console.branding.saved-portal-looks-like'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, {
      onSuccess: async () => {
        setChoices(noChoices);
        await refreshSession();
      },
    });
  };
  const set = (name: TextName) => (value: string) => setValues((before) => ({ ...before, [name]: value }));
  const text = (name: TextName) => ({
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name)(event.target.value),
    problems: problemsOf(save.error, name),
  });
  const shown = (name: ImageName, current: string | null) => {
    const choice = choices[name];
    return choice === 'removed' ? null : (choice?.previewUrl ?? current);
  };
  const image = (name: ImageName) => ({
    onChoose: (chosen: ChosenImage) => setChoices((before) => ({ ...before, [name]: chosen })),
    onRemove: () => setChoices((before) => ({ ...before, [name]: 'removed' as const })),
    problems: problemsOf(save.error, name),
  });
  const name = values.display_name || portal.name;
  const accent = /^#[0-9a-f]{6}$/i.test(values.accent_colour) ? values.accent_colour : defaultAccent;
  const logo = shown('logo', portal.logo_url);
  const look: PreviewedLook = {
    name,
    product_name: values.product_name || null,
    logo_url: logo,
    dark_logo_url: logo && shown('dark_logo', portal.dark_logo_url),
    favicon_url: shown('favicon', saved.favicon && portal.favicon_url),
    hide_name: switches.hide_name && logo !== null,
    accent: legibleAccent(accent),
    support_url: values.support_url || null,
    support_email: values.support_email || null,
    imprint_url: values.imprint_url || null,
    privacy_url: values.privacy_url || null,
    terms_url: values.terms_url || null,
    customer_area_url: values.customer_area_url || null,
    hasMailLogo: isForMails(choices.logo, saved),
  };
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <ManagersForm onSubmit={submit} className="grid gap-6">
        <ErrorNotice error={otherThan(save.error, fields)} />
        <Card title={t('console.branding.look')}>
          <div className="grid gap-5">
            <TextField
              label={t('console.common.name')}
              maxLength={100}
              placeholder={saved.display_name === null ? portal.name : ''}
              hint={t('console.branding.name-hint')}
              {...text('display_name')}
            />
            <TextField
              label={t('console.branding.what-call-service')}
              maxLength={100}
              placeholder={t('console.branding.what-call-service-placeholder')}
              hint={t('console.branding.what-call-service-hint')}
              {...text('product_name')}
            />
            <ColourField
              value={values.accent_colour}
              onChange={set('accent_colour')}
              problems={problemsOf(save.error, 'accent_colour')}
            />
            <ImageField
              label={t('console.branding.logo')}
              hint={t('console.branding.logo-hint')}
              maxKiB={256}
              shown={logo}
              {...image('logo')}
            />
            {logo !== null && (
              <>
                <CheckField
                  label={t('console.branding.logo-says-name')}
                  hint={t('console.branding.logo-says-name-hint')}
                  checked={switches.hide_name}
                  onChange={({ target }) => setSwitches({ ...switches, hide_name: target.checked })}
                />
                <ImageField
                  label={t('console.branding.logo-dark-pages')}
                  hint={t('console.branding.logo-dark-pages-hint')}
                  maxKiB={256}
                  shown={look.dark_logo_url}
                  ground="dark"
                  {...image('dark_logo')}
                />
              </>
            )}
            <ImageField
              label={t('console.branding.icon-browser')}
              hint={t('console.branding.icon-browser-hint')}
              maxKiB={64}
              shown={look.favicon_url}
              {...image('favicon')}
            />
            <SelectField
              label={t('console.branding.language')}
              hint={t('console.branding.language-hint')}
              value={switches.language}
              onChange={({ target }) => setSwitches({ ...switches, language: target.value as Language })}
              problems={problemsOf(save.error, 'language')}
            >
              <LanguageOptions />
            </SelectField>
          </div>
        </Card>
        <Card title={t('console.branding.ways')} lead={t('console.branding.ways-lead')}>
          <div className="grid gap-5">
            <TextField
              label={t('console.branding.address-customer-area')}
              type="url"
              placeholder="https://billing.example.com/clientarea"
              hint={t('console.branding.address-customer-area-hint')}
              {...text('customer_area_url')}
            />
            <TextField
              label={t('console.branding.where-customers-order-more')}
              type="url"
              placeholder="https://example.com/order"
              hint={t('console.branding.where-customers-order-more-hint')}
              {...text('order_url')}
            />
            <CheckField
              label={t('console.branding.links-mails-open-alert')}
              hint={t('console.branding.links-mails-open-alert-hint')}
              checked={switches.alert_links}
              onChange={(event) => setSwitches({ ...switches, alert_links: event.target.checked })}
            />
          </div>
        </Card>
        <Card title={t('console.branding.help')} lead={t('console.branding.help-lead')}>
          <div className="grid gap-5">
            <TextField
              label={t('console.branding.address-help-pages')}
              type="url"
              placeholder="https://help.example.com"
              {...text('support_url')}
            />
            <TextField
              label={t('console.branding.e-mail-address-questions')}
              type="email"
              placeholder="help@example.com"
              {...text('support_email')}
            />
            <TextField
              label={t('console.branding.imprint')}
              type="url"
              placeholder="https://example.com/imprint"
              {...text('imprint_url')}
            />
            <TextField
              label={t('console.branding.privacy')}
              type="url"
              placeholder="https://example.com/privacy"
              {...text('privacy_url')}
            />
            <TextField
              label={t('console.branding.terms')}
              type="url"
              placeholder="https://example.com/terms"
              {...text('terms_url')}
            />
          </div>
        </Card>
        <div>
          <ForManagers>
            <Button kind="primary" type="submit" busy={save.isPending}>
              {t('console.branding.save')}
            </Button>
          </ForManagers>
        </div>
      </ManagersForm>
      <BrandPreview look={look} />
    </div>
  );
}

/** What is not in it goes back to the default, except for images. */
function bodyOf(values: Readonly<Record<TextName, string>>, switches: Switches, choices: ImageChoices) {
  const given = Object.fromEntries(texts.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
  const chosen = images.flatMap((name): [string, string | boolean][] => {
    const choice = choices[name];
    if (choice === null) return [];
    return choice === 'removed' ? [[`remove_${name}`, true]] : [[name, choice.base64]];
  });
  return { ...given, ...switches, ...Object.fromEntries(chosen) };
}

/** As the server says of what is saved. */
function isForMails(choice: ImageChoices['logo'], { logo }: Branding): boolean {
  if (choice === null) return logo?.in_mails ?? false;
  return choice !== 'removed' && !choice.previewUrl.startsWith('data:image/webp;');
}

function ColourField({
  value,
  onChange,
  problems,
}: {
  value: string;
  onChange: (value: string) => void;
  problems: readonly string[] | undefined;
}) {
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <TextField
          label={t('console.branding.colour')}
          value={value}
          maxLength={7}
          placeholder={defaultAccent}
          hint={t('console.branding.colour-hint')}
          onChange={(event) => onChange(event.target.value)}
          problems={problems}
        />
      </div>
      <input
        type="color"
        aria-label={t('console.branding.pick-colour')}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : defaultAccent}
        onChange={(event) => onChange(event.target.value)}
        className="mt-6 h-10 w-14 shrink-0 cursor-pointer rounded-md border border-control bg-surface p-1"
      />
    </div>
  );
}

function ImageField({
  label,
  hint,
  maxKiB,
  shown,
  ground,
  onChoose,
  onRemove,
  problems,
}: {
  label: string;
  hint: string;
  maxKiB: number;
  /** Address of what is there now. */
  shown: string | null;
  /** On what it will be seen. */
  ground?: Theme;
  onChoose: (image: ChosenImage) => void;
  onRemove: () => void;
  problems: readonly string[] | undefined;
}) {
  const [tooLarge, setTooLarge] = useState(false);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (!file) return;
    setTooLarge(file.size > maxKiB * 1_024);
    if (file.size <= maxKiB * 1_024) onChoose(await readImage(file));
  };
  return (
    <div className="grid gap-2">
      <FileField
        label={label}
        invitation={t('console.branding.drop')}
        shown={
          shown && (
            <span data-theme={ground} className="rounded bg-page p-1">
              <img src={shown} alt="" className="h-9 max-w-32 object-contain" />
            </span>
          )
        }
        accept="image/png,image/jpeg,image/webp,image/svg+xml,image/x-icon"
        hint={hint}
        onChange={choose}
        problems={tooLarge ? [t('console.branding.larger-than-maxkib-kib', { maxKiB })] : problems}
      />
      {shown !== null && (
        <div>
          <Button onClick={onRemove} aria-label={t('console.branding.remove-label', { label })}>
            {t('console.common.remove')}
          </Button>
        </div>
      )}
    </div>
  );
}

async function readImage(file: File): Promise<ChosenImage> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return { base64: url.slice(url.indexOf(',') + 1), previewUrl: url };
}
