/** Puts on a stylesheet that the page leaves out until a sheet needs it; resolves when it is there, or cannot be had. */
export async function dress(href) {
  if (!href) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  const loaded = new Promise(resolve => { link.onload = link.onerror = resolve; });
  document.head.append(link);
  await loaded;
}
