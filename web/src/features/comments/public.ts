export { CommentsDialog } from '#features/comments/CommentsDialog.tsx';
export { CommentsPanel } from '#features/comments/CommentsPanel.tsx';
