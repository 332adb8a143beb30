/** What Microsoft's, Google's and LibreOffice's programs write into the HTML that they copy. */
const officeMarker =
  /urn:schemas-microsoft-com:office|class="?Mso|\bmso-|content="?(?:Microsoft |Excel\.|Word\.|PowerPoint\.|OneNote\.|LibreOffice|OpenOffice)|google-sheets-html-origin|docs-internal-guid-/i;

/**
 * The files of a paste; none if its text is meant. Office programs copy cells and text as a picture, too, while a picture that's copied
 * elsewhere brings along its address or caption as text.
 */
export function pastedFiles(data: Pick<DataTransfer, 'files' | 'getData' | 'types'>): File[] {
  const files = [...data.files];
  if (files.length === 0 || data.getData('text/plain').trim() === '') return files;
  const isFromOffice =
    officeMarker.test(data.getData('text/html')) ||
    data.types.some((type) => type.startsWith('application/x-vnd.google-docs'));
  return isFromOffice ? [] : files;
}
