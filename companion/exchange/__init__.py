"""What leaves and enters: game logs, results for other programs, pages to print."""
