import { unloadable } from 'virtual:messages';
import { knownLanguage } from './messages.ts';

/** Says that the page could not be loaded, without any of its texts. */
export function showUnloadable(root: HTMLElement, language: string): void {
  const [sentence, action] = unloadable[knownLanguage(language)]!;
  const main = document.createElement('main');
  main.className = 'mx-auto grid max-w-2xl justify-items-start gap-3 p-6';
  const text = document.createElement('p');
  text.role = 'alert';
  text.textContent = sentence;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'min-h-10 cursor-pointer underline';
  button.textContent = action;
  button.addEventListener('click', () => location.reload());
  main.append(text, button);
  root.replaceChildren(main);
}
