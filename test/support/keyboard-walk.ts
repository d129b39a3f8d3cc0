import type { Page } from 'playwright-core';

/** More presses of Tab than any page has controls. */
const mostPresses = 300;

/**
 * Notes what the keyboard must reach inside `root`: whatever can be pressed or filled in, and whatever a mouse is told that it can press.
 * Of tabs and radio buttons one stands for its group, in which the arrow keys move; among the options of a field, its own do.
 */
function noteControls(root: string): number {
  const controls =
    'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"]), [role=tab], [role=switch], [contenteditable]';
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const inside = [...document.querySelectorAll(`${root} *`)].filter(isShown);
  const looksPressable = (element: Element): boolean =>
    getComputedStyle(element).cursor === 'pointer' && element.closest(`${controls}, label, [role=option]`) === null;
  const unreached = new Set(
    inside.filter((element) => (element.matches(controls) && !element.matches(':disabled')) || looksPressable(element)),
  );
  Object.assign(globalThis, { unreached });
  return unreached.size;
}

/** Takes what has the focus from the noted, and says what is wrong with it; null: nothing has the focus. */
function lookAtFocused(root: string): { readonly left: number; readonly problem: string | null } | null {
  const { unreached } = globalThis as unknown as { unreached: Set<Element> };
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const isAlike = (other: Element): boolean => {
    const group = focused.closest('[role=tablist], [role=radiogroup]');
    if (group?.contains(other)) return true;
    return (
      focused instanceof HTMLInputElement &&
      other instanceof HTMLInputElement &&
      focused.type === 'radio' &&
      other.type === 'radio' &&
      focused.name === other.name
    );
  };
  for (const element of [...unreached]) if (element === focused || isAlike(element)) unreached.delete(element);
  const isMarked = (element: Element | null): boolean => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  const box = focused.getBoundingClientRect();
  const x = Math.min(Math.max(box.x + box.width / 2, 0), innerWidth - 1);
  const y = Math.min(Math.max(box.y + box.height / 2, 0), innerHeight - 1);
  const above = document.elementFromPoint(x, y);
  const isCovered =
    above !== null &&
    !focused.contains(above) &&
    !above.contains(focused) &&
    above.closest('label')?.control !== focused;
  const name = focused.outerHTML.slice(0, 120);
  let problem: string | null = null;
  if (focused.closest(root) === null) problem = `leads away to ${name}`;
  else if (![focused, focused.parentElement, focused.nextElementSibling].some(isMarked))
    problem = `does not show the focus: ${name}`;
  else if (box.bottom <= 0 || box.top >= innerHeight) problem = `is not scrolled to: ${name}`;
  else if (isCovered) problem = `is covered by ${above.outerHTML.slice(0, 60)}: ${name}`;
  return { left: unreached.size, problem };
}

/**
 * Presses Tab until everything inside `root` that can be pressed or filled in had the focus. Answers what is wrong: what Tab does not
 * reach, does not show its focus, is out of sight or under something else.
 */
export async function problemsByKeyboard(page: Page, root = 'body'): Promise<string[]> {
  const problems = new Set<string>();
  if ((await page.evaluate(noteControls, root)) === 0) return ['nothing can be pressed'];
  // Behind the last control come those of the browser, and then the first one again.
  let rounds = 0;
  for (let press = 0; press < mostPresses && rounds < 2; press += 1) {
    const found = await page.evaluate(lookAtFocused, root);
    if (found === null && press > 0) rounds += 1;
    if (found?.problem) problems.add(found.problem);
    if (found?.left === 0) break;
    await page.keyboard.press('Tab');
  }
  const unreached = await page.evaluate(() =>
    [...(globalThis as unknown as { unreached: Set<Element> }).unreached].map(({ outerHTML }) =>
      outerHTML.slice(0, 120),
    ),
  );
  return [...problems, ...unreached.map((name) => `is not reached: ${name}`)];
}
