import { useRouteContext } from '@tanstack/react-router';
import { languageName } from './language-name.ts';

/** The options of a choice of languages, each in its own. */
export function LanguageOptions() {
  const { languages } = useRouteContext({ from: '__root__' }).session;
  return languages.map((language) => (
    <option key={language} value={language} lang={language}>
      {languageName(language)}
    </option>
  ));
}
