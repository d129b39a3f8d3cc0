import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { legibleAccent } from '../../../src/identity/branding/legible-accent.ts';
import { answered, api } from '../api/api.ts';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { CheckField, TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { BrandPreview, type PreviewedLook } from './brand-preview.tsx';
import { type Branding, brandingQuery, otherThan, problemsOf, useChange } from './data.ts';
import { ForManagers } from './for-managers.tsx';
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
  ...webAddresses,
  ...images,
];

type ImageName = (typeof images)[number];

/** How the portal looks: what is set here is all that customers see. */
export function BrandingPage() {
  const branding = useQuery(brandingQuery);
  return (
    <Page title="Branding" lead="Your customers see your name, your colour and your logo, and nobody else's.">
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
type Switches = Pick<Branding, 'hide_name' | 'alert_links'>;
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
  const [switches, setSwitches] = useState({ hide_name: saved.hide_name, alert_links: saved.alert_links });
  const [choices, setChoices] = useState(noChoices);
  const save = useChange({
    change: () => answered(api.PUT('/api/v1/branding', { body: bodyOf(values, switches, choices) })),
    touches: [brandingQuery],
    done: () => 'Saved. Your portal looks like this now.',
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
      <Card>
        <form onSubmit={submit} className="grid gap-5">
          <ErrorNotice error={otherThan(save.error, fields)} />
          <TextField
            label="Name"
            maxLength={100}
            placeholder={saved.display_name === null ? portal.name : ''}
            hint="Left empty, it is the name of your account."
            {...text('display_name')}
          />
          <TextField
            label="What you call the service"
            maxLength={100}
            placeholder="Security monitoring"
            hint="In titles of pages, and in mails."
            {...text('product_name')}
          />
          <ColourField
            value={values.accent_colour}
            onChange={set('accent_colour')}
            problems={problemsOf(save.error, 'accent_colour')}
          />
          <ImageField
            label="Logo"
            hint="PNG, JPEG, WebP or SVG, up to 256 KiB, shown 32 pixels high. Mails show a PNG or JPEG of up to 64 KiB."
            maxKiB={256}
            isShown={logo !== null}
            {...image('logo')}
          />
          {logo !== null && (
            <>
              <CheckField
                label="The logo says the name"
                hint="The name is not written beside it then."
                checked={switches.hide_name}
                onChange={({ target }) => setSwitches({ ...switches, hide_name: target.checked })}
              />
              <ImageField
                label="Logo on dark pages"
                hint="Where the letters of the logo are too dark to be seen there. Left out, it is the same."
                maxKiB={256}
                isShown={look.dark_logo_url !== null}
                {...image('dark_logo')}
              />
            </>
          )}
          <ImageField
            label="Icon in the browser"
            hint="Square, PNG, SVG or ICO, up to 64 KiB. Left out, it is the first letter of your name in your colour."
            maxKiB={64}
            isShown={look.favicon_url !== null}
            {...image('favicon')}
          />
          <TextField
            label="Address of your help pages"
            type="url"
            placeholder="https://help.example.com"
            {...text('support_url')}
          />
          <TextField
            label="E-mail address for questions"
            type="email"
            placeholder="help@example.com"
            {...text('support_email')}
          />
          <TextField label="Imprint" type="url" placeholder="https://example.com/imprint" {...text('imprint_url')} />
          <TextField label="Privacy" type="url" placeholder="https://example.com/privacy" {...text('privacy_url')} />
          <TextField label="Terms" type="url" placeholder="https://example.com/terms" {...text('terms_url')} />
          <TextField
            label="Where customers order more"
            type="url"
            placeholder="https://example.com/order"
            hint="Whoever has reached the limit of a plan finds the next one, its price and a link to this address. The customer, the product and the plan are added to it."
            {...text('order_url')}
          />
          <TextField
            label="Address of your customer area"
            type="url"
            placeholder="https://billing.example.com/clientarea"
            hint="Mails and the page for those who are not signed in lead there, with the page to come back to as redirect_path, or in place of {path}."
            {...text('customer_area_url')}
          />
          <CheckField
            label="Links in mails open their alert without a sign-in"
            hint="Each link shows one alert and has it checked, for 7 days, in the browser that opens it first. It changes nothing else."
            checked={switches.alert_links}
            onChange={(event) => setSwitches({ ...switches, alert_links: event.target.checked })}
          />
          <div>
            <ForManagers>
              <Button kind="primary" type="submit" busy={save.isPending}>
                Save
              </Button>
            </ForManagers>
          </div>
        </form>
      </Card>
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
  return (
    choice !== 'removed' && /^data:image\/(png|jpeg);/.test(choice.previewUrl) && choice.base64.length * 0.75 <= 65_538
  );
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
          label="Colour"
          value={value}
          maxLength={7}
          placeholder={defaultAccent}
          hint="For buttons and links, as in your logo. It is made darker or lighter where it could not be read."
          onChange={(event) => onChange(event.target.value)}
          problems={problems}
        />
      </div>
      <input
        type="color"
        aria-label="Pick the colour"
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
  isShown,
  onChoose,
  onRemove,
  problems,
}: {
  label: string;
  hint: string;
  maxKiB: number;
  isShown: boolean;
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
      <TextField
        label={label}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml,image/x-icon"
        hint={hint}
        onChange={choose}
        problems={tooLarge ? [`This is larger than ${maxKiB} KiB.`] : problems}
      />
      {isShown && (
        <div>
          <Button onClick={onRemove} aria-label={`Remove: ${label}`}>
            Remove
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
