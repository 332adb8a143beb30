export { ExportCard } from '#features/archives/ExportCard.tsx';
export { ImportCard } from '#features/archives/ImportCard.tsx';
export { PersonExportDialog } from '#features/archives/PersonExportDialog.tsx';
