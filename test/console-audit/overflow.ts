/** An expression: what sticks out of the page at its right or left, if the page can be scrolled there; else null. */
export const OVERFLOW = `(() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return null;
  const described = (element) => {
    const { left, right } = element.getBoundingClientRect();
    const name = element.localName + [...element.classList].map((one) => '.' + one).join('');
    const text = element.textContent.trim().replaceAll(/\\s+/g, ' ').slice(0, 40);
    return name + ' from ' + Math.round(left) + ' to ' + Math.round(right) + ' px, "' + text + '"';
  };
  const sticksOut = (element) => {
    const { left, right } = element.getBoundingClientRect();
    return right > root.clientWidth + 0.5 || left < -0.5;
  };
  const isScrolled = (element) => {
    const parent = element.parentElement;
    if (parent === null || parent === document.body) return false;
    return getComputedStyle(parent).overflowX !== 'visible' || isScrolled(parent);
  };
  const found = [...document.body.querySelectorAll('*')].filter(
    (element) => sticksOut(element) && !isScrolled(element),
  );
  const innermost = found.filter((one) => !found.some((other) => other !== one && one.contains(other)));
  return root.scrollWidth + ' px wide: ' + innermost.slice(0, 3).map(described).join('; ');
})()`;
