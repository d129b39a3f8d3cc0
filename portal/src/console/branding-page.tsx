import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { type ChangeEvent, type CSSProperties, type FormEvent, useState } from 'react';
import { legibleAccent } from '../../../src/identity/branding/legible-accent.ts';
import { answered, api } from '../api/api.ts';
import { Button } from '../ui/button.tsx';
import { Card, Placeholder } from '../ui/card.tsx';
import { CheckField, TextField } from '../ui/field.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { type Branding, brandingQuery, otherThan, problemsOf, useChange } from './data.ts';
import { ForManagers } from './for-managers.tsx';
import { useSessionRefresh } from './use-session-refresh.ts';

const defaultAccent = '#1d4ed8';
const maxLogoKiB = 256;
const fields = ['display_name', 'accent_colour', 'support_url', 'support_email', 'customer_area_url', 'logo'];

/** How the portal looks: what is set here is all that customers see. */
export function BrandingPage() {
  const branding = useQuery(brandingQuery);
  return (
    <Page title="Branding" lead="Your customers see your name, your colour and your logo, and nobody else's.">
      <LoadError of={branding} />
      {branding.isPending && <Placeholder className="h-96" />}
      {branding.data && <BrandingForm saved={branding.data} />}
    </Page>
  );
}

/** A logo that was chosen but not saved: its Base64 text for the API, and an address of it for the preview. */
interface ChosenLogo {
  readonly base64: string;
  readonly previewUrl: string;
}

function BrandingForm({ saved }: { saved: Branding }) {
  const { portal } = useRouteContext({ from: '__root__' }).session;
  const refreshSession = useSessionRefresh();
  const [name, setName] = useState(saved.display_name ?? '');
  const [colour, setColour] = useState(saved.accent_colour ?? '');
  const [supportUrl, setSupportUrl] = useState(saved.support_url ?? '');
  const [supportEmail, setSupportEmail] = useState(saved.support_email ?? '');
  const [customerAreaUrl, setCustomerAreaUrl] = useState(saved.customer_area_url ?? '');
  const [alertLinks, setAlertLinks] = useState(saved.alert_links);
  const [logo, setLogo] = useState<ChosenLogo | 'removed' | null>(null);
  const save = useChange({
    change: () =>
      answered(
        api.PUT('/api/v1/branding', {
          body: {
            ...(name && { display_name: name }),
            ...(colour && { accent_colour: colour }),
            ...(supportUrl && { support_url: supportUrl }),
            ...(supportEmail && { support_email: supportEmail }),
            ...(customerAreaUrl && { customer_area_url: customerAreaUrl }),
            alert_links: alertLinks,
            ...(logo === 'removed' && { remove_logo: true }),
            ...(logo !== null && logo !== 'removed' && { logo: logo.base64 }),
          },
        }),
      ),
    touches: [brandingQuery],
    done: () => 'Saved. Your portal looks like this now.',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, {
      onSuccess: async () => {
        setLogo(null);
        await refreshSession();
      },
    });
  };
  const shownLogo = logo === 'removed' ? null : (logo?.previewUrl ?? portal.logo_url);
  const accent = /^#[0-9a-f]{6}$/i.test(colour) ? colour : defaultAccent;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Card>
        <form onSubmit={submit} className="grid gap-5">
          <ErrorNotice error={otherThan(save.error, fields)} />
          <TextField
            label="Name"
            value={name}
            maxLength={100}
            placeholder={saved.display_name === null ? portal.name : ''}
            hint="Left empty, it is the name of your account."
            onChange={(event) => setName(event.target.value)}
            problems={problemsOf(save.error, 'display_name')}
          />
          <ColourField value={colour} onChange={setColour} problems={problemsOf(save.error, 'accent_colour')} />
          <LogoField
            shown={shownLogo}
            onChoose={setLogo}
            onRemove={() => setLogo('removed')}
            problems={problemsOf(save.error, 'logo')}
          />
          <TextField
            label="Address of your help pages"
            type="url"
            value={supportUrl}
            placeholder="https://help.example.com"
            onChange={(event) => setSupportUrl(event.target.value)}
            problems={problemsOf(save.error, 'support_url')}
          />
          <TextField
            label="E-mail address for questions"
            type="email"
            value={supportEmail}
            placeholder="help@example.com"
            onChange={(event) => setSupportEmail(event.target.value)}
            problems={problemsOf(save.error, 'support_email')}
          />
          <TextField
            label="Address of your customer area"
            type="url"
            value={customerAreaUrl}
            placeholder="https://billing.example.com/clientarea"
            hint="Mails and the page for those who are not signed in lead there, with the page to come back to as redirect_path, or in place of {path}."
            onChange={(event) => setCustomerAreaUrl(event.target.value)}
            problems={problemsOf(save.error, 'customer_area_url')}
          />
          <CheckField
            label="Links in mails open their alert without a sign-in"
            hint="Each link shows one alert and has it checked, for 7 days, in the browser that opens it first. It changes nothing else."
            checked={alertLinks}
            onChange={(event) => setAlertLinks(event.target.checked)}
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
      <Previews name={name || portal.name} logo={shownLogo} colour={accent} />
    </div>
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

function LogoField({
  shown,
  onChoose,
  onRemove,
  problems,
}: {
  shown: string | null;
  onChoose: (logo: ChosenLogo) => void;
  onRemove: () => void;
  problems: readonly string[] | undefined;
}) {
  const [tooLarge, setTooLarge] = useState(false);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (!file) return;
    setTooLarge(file.size > maxLogoKiB * 1_024);
    if (file.size <= maxLogoKiB * 1_024) onChoose(await readLogo(file));
  };
  return (
    <div className="grid gap-2">
      <TextField
        label="Logo"
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        hint={`PNG, JPEG, WebP or SVG, up to ${maxLogoKiB} KiB. It stands on light and on dark ground, 32 pixels high.`}
        onChange={choose}
        problems={tooLarge ? [`This is larger than ${maxLogoKiB} KiB.`] : problems}
      />
      {shown && (
        <div>
          <Button onClick={onRemove}>Remove the logo</Button>
        </div>
      )}
    </div>
  );
}

async function readLogo(file: File): Promise<ChosenLogo> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return { base64: url.slice(url.indexOf(',') + 1), previewUrl: url };
}

function Previews({ name, logo, colour }: { name: string; logo: string | null; colour: string }) {
  const accent = legibleAccent(colour);
  return (
    <div className="grid gap-4 xl:sticky xl:top-6">
      <Preview theme="light" name={name} logo={logo} accent={accent.light} onAccent={accent.on_light} />
      <Preview theme="dark" name={name} logo={logo} accent={accent.dark} onAccent={accent.on_dark} />
    </div>
  );
}

/** A piece of a customer's page, in the colours that it would have. */
function Preview({
  theme,
  name,
  logo,
  accent,
  onAccent,
}: {
  theme: 'light' | 'dark';
  name: string;
  logo: string | null;
  accent: string;
  onAccent: string;
}) {
  return (
    <figure
      data-theme={theme}
      style={{ '--accent': accent, '--on-accent': onAccent } as CSSProperties}
      className="overflow-hidden rounded-xl border border-line bg-page text-ink"
    >
      <div className="flex min-h-14 items-center gap-2.5 border-b border-line bg-surface px-4 font-semibold">
        {logo && <img src={logo} alt="" className="h-8 w-auto max-w-28 object-contain" />}
        <span className="min-w-0 truncate">{name}</span>
      </div>
      <div className="grid gap-3 p-4 text-sm">
        <p className="flex items-center gap-2 font-medium">
          <ShieldCheck aria-hidden="true" size={18} className="text-good" />
          Everything is closed that should be.
        </p>
        <div className="flex flex-wrap items-center gap-4">
          <span className="inline-flex min-h-10 items-center rounded-md bg-accent px-4 font-medium text-on-accent">
            Scan now
          </span>
          <span className="text-accent underline">What we look at</span>
        </div>
      </div>
      <figcaption className="border-t border-line bg-surface px-4 py-2 text-xs text-muted">
        {theme === 'light' ? 'Light' : 'Dark'} theme, colour <code>{accent}</code>
      </figcaption>
    </figure>
  );
}
