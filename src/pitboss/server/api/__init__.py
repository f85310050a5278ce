"""What the server answers under `/api/v1`, one module for each subject."""
